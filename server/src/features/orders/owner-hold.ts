import { holdStandingSql } from '../../platform/auth/standing.ts';
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
 * Makes the order's owner stay as they are until the transaction ends: before the order's lock, by whatever publishes it
 * or lets it go on.
 */
export async function holdOwner(db: Db, orderId: number): Promise<void> {
  await db.rows(hold, { order_id: orderId });
}
