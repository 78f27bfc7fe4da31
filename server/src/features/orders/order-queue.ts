import { sql } from 'kysely';
import { LockNotAvailable } from '../../platform/db/lock-retry.ts';
import type { Db } from '../../platform/db/database.ts';

// Row locks are not fair: PostgreSQL lets a new sharer of a row pass a writer that waits, so that
// sharers who overlap keep it out. Advisory locks are: one that is asked for waits behind all that
// were asked for before. Who locks an order's row therefore waits in the order's queue first, in
// the row lock's own strength, and stays in it until the transaction ends.

const queueKey = (orderId: string): string =>
  `hashtextextended('lavra order queue of ' || (${orderId})::text, 0)`;

/** Returns the SQL expression that waits in an order's queue; `orderId` is an expression, too. */
export const orderQueueSql = (strength: 'share' | 'update', orderId: string): string =>
  `pg_advisory_xact_lock${strength === 'share' ? '_shared' : ''}(${queueKey(orderId)})::text`;

/**
 * Returns the SQL expression that waits until no other transaction writes for this supplier about
 * this order. Comes before the order's queue: who waits here keeps no decision about the order out.
 */
export const supplierWritesSql = (orderId: string, supplierId: string): string =>
  `pg_advisory_xact_lock(hashtextextended('lavra supplier writes of ' || (${supplierId})::text ` +
  `|| ' about ' || (${orderId})::text, 0))::text`;

/**
 * Takes the queues of orders for decisions about them; throws `LockNotAvailable` instead of
 * waiting.
 */
export async function tryOrderQueues({ q }: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT coalesce(bool_and(pg_try_advisory_xact_lock(${sql.raw(queueKey('t.id'))})), true) AS held
    FROM unnest(${ids}::bigint[]) AS t(id)`.execute(q);
  if (rows[0]?.held !== true) throw new LockNotAvailable(`the queues of orders ${ids.join(', ')}`);
}
