import type { OfflineCache } from '../api/client.ts';
import type { SessionStore } from './session-store.ts';

interface OfflineCacheOptions {
  readonly prefix: string;
  readonly session: Pick<SessionStore, 'get' | 'subscribe'>;
  /** The endpoints whose answers may be stored on the device. */
  readonly endpoints: readonly string[];
  /** Absent outside secure contexts. */
  readonly caches: CacheStorage | undefined;
}

/** The largest number of answers stored for a user: the oldest are deleted first. */
const MOST = 60;
const STORED_AT = 'x-found-at';

/**
 * Stores answers in a cache named after the user's id. The cache is deleted with the session,
 * whichever tab ends it, and no session sees another user's answers: caches of other users are
 * removed as soon as they are found.
 */
export function createOfflineCache({
  prefix,
  session,
  endpoints,
  caches,
}: OfflineCacheOptions): OfflineCache {
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
        store: async (answer) => {
          if (own() !== name) return;
          await put(await caches.open(name), url, answer);
          // Nothing must remain when the user signed out while this was being written.
          if (own() !== name) await removeOthers(caches);
        },
        find: async () => {
          const found = own() === name ? await (await caches.open(name)).match(url) : undefined;
          return found === undefined
            ? undefined
            : { answer: await found.json(), at: new Date(found.headers.get(STORED_AT) ?? 0) };
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
      headers: { 'content-type': 'application/json', [STORED_AT]: new Date().toISOString() },
    }),
  );
  const all = await cache.keys();
  await Promise.all(
    all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)),
  );
}
