import type { SessionStore } from './session-store.ts';

/** The service's last answers to a user, stored on this device for offline use. */
export interface KeptAnswers {
  /**
   * Returns the storage for one request of the signed-in user; undefined when its answer must not
   * be stored.
   */
  at(endpoint: string, url: string): Shelf | undefined;
}

export interface Shelf {
  /** Stores an answer, as best effort: a device without room stores nothing. */
  keep(answer: unknown): Promise<void>;
  find(): Promise<{ readonly answer: unknown; readonly at: Date } | undefined>;
}

interface KeptAnswersOptions {
  readonly prefix: string;
  readonly session: Pick<SessionStore, 'get' | 'subscribe'>;
  /** The endpoints whose answers may be stored on the device. */
  readonly endpoints: readonly string[];
  /** Absent outside secure contexts. */
  readonly caches: CacheStorage | undefined;
}

/** The largest number of answers stored for a user: the oldest are deleted first. */
const MOST = 60;
const KEPT_AT = 'x-kept-at';

/**
 * Stores answers in a cache named after the user's id. The cache is deleted with the session,
 * whichever tab ends it, and no session sees another user's answers: caches of other users are
 * removed as soon as they are found.
 */
export function createKeptAnswers({
  prefix,
  session,
  endpoints,
  caches,
}: KeptAnswersOptions): KeptAnswers {
  const own = (): string | undefined => {
    const person = session.get()?.user.id;
    return person === undefined ? undefined : `${prefix}.${person}`;
  };
  const removeOthers = async (storage: CacheStorage): Promise<void> => {
    const names = await storage.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith(`${prefix}.`) && name !== own())
        .map((name) => storage.delete(name)),
    );
  };
  if (caches !== undefined) {
    const clean = (): void => {
      removeOthers(caches).catch(() => undefined);
    };
    session.subscribe(clean);
    clean();
  }
  return {
    at: (endpoint, url) => {
      const name = own();
      if (caches === undefined || name === undefined || !endpoints.includes(endpoint))
        return undefined;
      return {
        keep: async (answer) => {
          if (own() !== name) return;
          await put(await caches.open(name), url, answer);
          // Nothing must remain when the user signed out while this was being written.
          if (own() !== name) await removeOthers(caches);
        },
        find: async () => {
          const kept = own() === name ? await (await caches.open(name)).match(url) : undefined;
          return kept === undefined
            ? undefined
            : { answer: await kept.json(), at: new Date(kept.headers.get(KEPT_AT) ?? 0) };
        },
      };
    },
  };
}

async function put(cache: Cache, url: string, answer: unknown): Promise<void> {
  // Deleted first, so that the cache stays ordered from oldest to newest.
  await cache.delete(url);
  await cache.put(
    url,
    new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/json', [KEPT_AT]: new Date().toISOString() },
    }),
  );
  const all = await cache.keys();
  await Promise.all(
    all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)),
  );
}
