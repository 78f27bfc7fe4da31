import type { Db } from '../db/database.ts';
import { LockNotAvailable } from '../db/lock-retry.ts';
import { col, params, statement } from '../db/statement.ts';

// A person's standing is whether they may act. Actions that require it (publishing, awarding) take
// a shared lock on it before any other; blocking, deleting and restoring take it exclusively: they
// wait for the holders and keep new ones out until the commit. The lock is advisory: a row lock
// would block every foreign key that points at the person.

const key = (userId: string): string =>
  `hashtextextended('lavra standing of ' || (${userId})::text, 0)`;

/**
 * Returns a SELECT that takes the shared lock of the people whose `user_id` the query `people`
 * returns.
 */
export const holdStandingSql = (people: string): string =>
  `SELECT pg_advisory_xact_lock_shared(${key('p.user_id')})::text AS held FROM (${people}) p`;

const hold = statement({
  name: 'standing-hold',
  params: params<{ user_id: number }>(),
  columns: { held: col.text },
  text: holdStandingSql('SELECT :user_id::bigint AS user_id'),
});

/**
 * Takes the shared lock of a person's standing until the transaction ends. Whether they may act is to be
 * read in a later statement, which sees what the lock waited for.
 */
export async function holdStanding(db: Db, userId: number): Promise<void> {
  await db.rows(hold, { user_id: userId });
}

const change = statement({
  name: 'standing-change',
  params: params<{ user_id: number }>(),
  columns: { held: col.text },
  text: `SELECT pg_advisory_xact_lock(${key(':user_id::bigint')})::text AS held`,
});
const tryChange = statement({
  name: 'standing-try-change',
  params: params<{ user_id: number }>(),
  columns: { held: col.boolean },
  text: `SELECT pg_try_advisory_xact_lock(${key(':user_id::bigint')}) AS held`,
});

/**
 * Locks the person's standing exclusively until the transaction ends; transactions that wait for it
 * see the new state. With `wait` false throws `LockNotAvailable` instead of waiting.
 */
export async function changeStanding(
  db: Db,
  userId: number,
  { wait }: { readonly wait: boolean },
): Promise<void> {
  const held = wait
    ? await db.row(change, { user_id: userId })
    : await db.row(tryChange, { user_id: userId });
  if (held?.held === false) throw new LockNotAvailable(`the standing of user ${userId}`);
}
