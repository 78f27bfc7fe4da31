import type { OrderActivity } from '@lavra/contract/orders/schemas';
import { LEAST_SUPPLIERS } from '@lavra/domain/order/least-suppliers';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

const activity = statement({
  name: 'order-activity',
  params: params<{ order_id: number }>(),
  columns: { notified: col.int, viewed: col.int, drafting: col.int },
  text: `
    SELECT
      (SELECT count(DISTINCT notified.user_id) FROM events e
        JOIN (SELECT n.event_id, n.user_id FROM notifications n UNION ALL
          SELECT d.event_id, d.user_id FROM deliveries d) notified ON notified.event_id = e.id
        WHERE e.type = 'order.published' AND (e.data ->> 'order_id')::bigint = :order_id)::int AS notified,
      (SELECT count(*) FROM (
        SELECT v.supplier_id FROM order_views v WHERE v.order_id = :order_id UNION
        SELECT p.supplier_id FROM proposals p WHERE p.order_id = :order_id) viewers)::int AS viewed,
      (SELECT count(*) FROM proposals p
        WHERE p.order_id = :order_id AND p.status = 'draft')::int AS drafting`,
});

/**
 * Returns how many suppliers were notified of the order, opened it, and have a draft on it. Who has
 * a proposal has seen it, also without its page: by the API, or by an import. What a single supplier
 * does stays unseen: no view reads like one or two (adr/0048).
 */
export async function getOrderActivity(db: Db, orderId: number): Promise<OrderActivity> {
  const {
    notified = 0,
    viewed = 0,
    drafting = 0,
  } = (await db.row(activity, { order_id: orderId })) ?? {};
  return {
    notified: notified === 0 ? 0 : fromThreeOn(notified),
    viewed: fromThreeOn(viewed),
    drafting: fromThreeOn(drafting),
  };
}

const fromThreeOn = (count: number): number | null => (count < LEAST_SUPPLIERS ? null : count);
