import type { TestService } from './service.ts';

const counts = new Map<string, number>();

/**
 * Returns 1, 2, 3 … for each thing that tests build in a database. A process runs several files,
 * each with a database of its own and the names it expects there.
 */
export function nextOrdinal({ databaseUrl }: TestService, what: string): number {
  const key = `${what} ${databaseUrl}`;
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
