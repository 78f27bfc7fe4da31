import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/** So many failed logins within so long, of whatever account, are no people who mistype; then each further one waits. */
const pressure = { failures: 600, window: 5 * 60_000, delay: 1_000 } as const;
/** How long one count serves, in ms. */
const FRESH = 1_000;

const failuresInAll = statement({
  name: 'login-failures-in-all',
  params: params<{ since: Date }>(),
  columns: { failures: col.int },
  text: `SELECT count(*)::int AS failures FROM (
    SELECT 1 FROM login_attempts l WHERE l.at > :since AND l.outcome = 'refused' LIMIT ${pressure.failures}) AS recent`,
});

/**
 * How much a try is slowed, in ms, while the whole installation is under attack: 0 in calm times. It raises the cost of
 * guessing over many accounts and addresses, and refuses nobody. Counted once a second at most.
 */
export function createPressure({ db, clock }: { db: Db; clock: Clock }): {
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
