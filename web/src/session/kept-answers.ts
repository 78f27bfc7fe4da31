import type { SessionStore } from './session-store.ts';

/** What the service last answered to a person, kept on this device for when there is no network. */
export interface KeptAnswers {
  /** A shelf for one question, of the person who is signed in now; undefined when nothing of it may be kept. */
  at(endpoint: string, url: string): Shelf | undefined;
}

export interface Shelf {
  /** Best effort: a device without room keeps nothing. */
  keep(answer: unknown): Promise<void>;
  find(): Promise<{ readonly answer: unknown; readonly at: Date } | undefined>;
}

interface KeptAnswersOptions {
  readonly prefix: string;
  readonly session: Pick<SessionStore, 'get' | 'subscribe'>;
  /** The endpoints whose answers may lie on a device. */
  readonly endpoints: readonly string[];
  /** Absent outside secure contexts. */
  readonly caches: CacheStorage | undefined;
}

/** How many answers of a person are kept: the oldest go first. */
const MOST = 60;
const KEPT_AT = 'x-kept-at';

/**
 * Keeps answers in a cache that bears the person's number. It goes with the session, whoever ends it and in whichever
 * tab, and nobody's session finds another's: the cache of anybody else is removed as soon as it is met.
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
          // Who left while this was being written leaves nothing.
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
  // Taken out first, so that the oldest stays first.
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
