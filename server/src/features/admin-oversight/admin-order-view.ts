import type { AdminOrder, OrderProducer } from '@lavra/contract/admin/orders';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { listOrderItems, selectProducerOrders } from '../orders/orders-feature.ts';
import { orderExtras, orderProducer } from './admin-order-rows.ts';
import { presentAdminOrder } from './oversight-presenter.ts';

/** Returns the order's producer. Throws `order_not_found`. */
export const getOrderProducer = async (db: Db, orderId: number): Promise<OrderProducer> =>
  known(await db.row(orderProducer, { order_id: orderId }));

/**
 * Returns the whole order as an administrator sees it; `mayEdit` says whether this administrator
 * may change it. Throws `order_not_found`.
 */
export async function getAdminOrder(
  db: Db,
  id: number,
  { today, mayEdit }: { today: string; mayEdit: boolean },
): Promise<AdminOrder> {
  const row = known(await selectProducerOrders(db).where('o.id', '=', id).executeTakeFirst());
  const extras = known(await db.row(orderExtras, { order_id: id }));
  return presentAdminOrder({
    row,
    extras,
    items: await listOrderItems(db, id),
    producer: await getOrderProducer(db, id),
    today,
    mayEdit,
  });
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new RuleError('order_not_found');
  return found;
}
