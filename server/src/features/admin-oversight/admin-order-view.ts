import type { AdminOrder, OrderProducer } from '@lavra/contract/admin/orders';
import { documentTypes } from '@lavra/domain/document/document';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { listOrderItems, selectProducerOrders } from '../orders/orders-feature.ts';
import { presentAdminOrder } from './oversight-presenter.ts';

const orderProducer = statement({
  name: 'admin-order-producer',
  params: params<{ order_id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    name: col.text,
    user_id: col.int,
    email: col.text,
    phone: orNull(col.text),
    mobile: orNull(col.text),
    document_type: orNull(col.oneOf(documentTypes)),
    document: orNull(col.text),
    city: orNull(col.text),
    state: orNull(col.text),
  },
  text: `
    SELECT pr.id, pr.uuid, u.name, u.id AS user_id, u.email, u.phone, u.mobile, u.document_type, u.document_number AS document, c.name AS city, c.uf AS state
    FROM orders o
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users u ON u.id = pr.user_id
    LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
    LEFT JOIN cities c ON c.id = a.city_id
    WHERE o.id = :order_id`,
});

const orderExtras = statement({
  name: 'admin-order-extras',
  params: params<{ order_id: number }>(),
  columns: {
    approved_at: orNull(col.timestamp),
    suspended_at: orNull(col.timestamp),
    ended_at: orNull(col.timestamp),
    submitted: col.int,
    accepted: col.int,
    rejected: col.int,
    cancelled: col.int,
    questions_count: col.int,
    attachments_count: col.int,
    favorites_count: col.int,
    declines_count: col.int,
  },
  text: `
    SELECT o.approved_at, o.suspended_at, o.ended_at, p.submitted, p.accepted, p.rejected, p.cancelled,
      (SELECT count(*)::int FROM order_questions q WHERE q.order_id = o.id) AS questions_count,
      (SELECT count(*)::int FROM order_attachments a WHERE a.order_id = o.id) AS attachments_count,
      (SELECT count(*)::int FROM favorite_orders f WHERE f.order_id = o.id) AS favorites_count,
      (SELECT count(*)::int FROM supplier_order_declines d WHERE d.order_id = o.id) AS declines_count
    FROM orders o
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE p.status = 'submitted')::int AS submitted, count(*) FILTER (WHERE p.status = 'accepted')::int AS accepted,
        count(*) FILTER (WHERE p.status = 'rejected')::int AS rejected, count(*) FILTER (WHERE p.status = 'cancelled')::int AS cancelled
      FROM proposals p WHERE p.order_id = o.id AND p.status <> 'draft'
    ) p
    WHERE o.id = :order_id`,
});
export type AdminOrderExtras = NonNullable<(typeof orderExtras)['gives']>;

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
