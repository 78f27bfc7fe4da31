import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';

const CACHE_MS = 60_000;

/**
 * Reads the figures for each request while there are few rows to count. With many, which take a
 * second and change little in a minute, reads them at most once a minute, one read serving all
 * requests meanwhile.
 */
export function cacheWhenMany<T>(
  read: (db: Db) => Promise<T>,
  areMany: (figures: T) => boolean,
  clock: Pick<Clock, 'now'>,
): (db: Db) => Promise<T> {
  let cached: { readonly figures: Promise<T>; readonly at: number } | undefined;
  let many = false;
  return async (db) => {
    const at = clock.now().getTime();
    if (many && cached !== undefined && at - cached.at < CACHE_MS) return cached.figures;
    const figures = read(db);
    cached = { figures, at };
    try {
      many = areMany(await figures);
    } catch (error) {
      cached = undefined;
      throw error;
    }
    return figures;
  };
}
