import { holdStandingSql } from '../../platform/session/standing.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

const ownerOf = `
  SELECT pr.user_id FROM orders o JOIN producers pr ON pr.id = o.producer_id WHERE o.id = :order_id`;
const hold = statement({
  name: 'order-owner-hold',
  params: params<{ order_id: number }>(),
  columns: { held: col.text },
  text: holdStandingSql(ownerOf),
});

/**
 * Locks the account of the order's owner until the transaction ends, so that its status cannot
 * change. Must come before the order's lock, in every operation that publishes or resumes the
 * order.
 */
export async function holdOwner(db: Db, orderId: number): Promise<void> {
  await db.rows(hold, { order_id: orderId });
}
