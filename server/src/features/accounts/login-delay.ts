import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/**
 * The number of failed logins, of any accounts, within `window` ms that exceeds human typing
 * errors; from there each further attempt is delayed by `delay` ms.
 */
const pressure = { failures: 600, window: 5 * 60_000, delay: 1_000 } as const;
/** How long one count is reused, in ms. */
const FRESH = 1_000;

const failuresInAll = statement({
  name: 'login-failures-in-all',
  params: params<{ since: Date }>(),
  columns: { failures: col.int },
  text: `SELECT count(*)::int AS failures FROM (
    SELECT 1 FROM login_attempts l WHERE l.at > :since AND l.outcome = 'refused' LIMIT ${pressure.failures}) AS recent`,
});

/**
 * Returns the delay of an attempt in ms while the whole installation is under attack, otherwise 0.
 * It raises the cost of guessing over many accounts and IP addresses, and rejects no attempt.
 * Counts at most once a second.
 */
export function createLoginDelay({ db, clock }: { db: Db; clock: Clock }): {
  readonly delay: () => Promise<number>;
} {
  let counted = { at: -Infinity, delay: Promise.resolve(0) };
  const count = async (): Promise<number> => {
    const row = await db.row(failuresInAll, {
      since: new Date(clock.now().getTime() - pressure.window),
    });
    return (row?.failures ?? 0) >= pressure.failures ? pressure.delay : 0;
  };
  return {
    delay: () => {
      const now = performance.now();
      if (now - counted.at >= FRESH) counted = { at: now, delay: count() };
      return counted.delay;
    },
  };
}
