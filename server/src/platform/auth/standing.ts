import type { Db } from '../db/database.ts';
import { HeldElsewhere } from '../db/when-free.ts';
import { col, params, statement } from '../db/statement.ts';

// A person's standing is whether they may act. What must not be done for one who may not (publishing, awarding) holds it
// first of all; blocking, deleting and restoring wait for those who hold it and keep new ones out until the commit. The
// lock is advisory: a row's would stand in the way of every foreign key that points at the person.

const key = (userId: string): string =>
  `hashtextextended('lavra standing of ' || (${userId})::text, 0)`;

/** A SELECT that holds the standing of the people whose `user_id` the query `people` gives. */
export const holdStandingSql = (people: string): string =>
  `SELECT pg_advisory_xact_lock_shared(${key('p.user_id')})::text AS held FROM (${people}) p`;

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
 * Keeps everybody else from relying on the person's standing until the transaction ends; what they do after that sees
 * what it became. With `wait` false throws `HeldElsewhere` instead of waiting.
 */
export async function changeStanding(
  db: Db,
  userId: number,
  { wait }: { readonly wait: boolean },
): Promise<void> {
  const held = wait
    ? await db.row(change, { user_id: userId })
    : await db.row(tryChange, { user_id: userId });
  if (held?.held === false) throw new HeldElsewhere(`the standing of user ${userId}`);
}
