import { sql } from 'kysely';
import type { ProducerDashboard } from '@lavra/contract/orders/schemas';
import { addDays } from '@lavra/domain/calendar/calendar';
import { orderStatuses, type OrderStatus } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { presentProducerOrderSummary } from './order-presenter.ts';
import { selectProducerOrders } from './order-view.ts';

const SHOWN = 5;
const NEAR_DEADLINE_DAYS = 3;

const producerMetrics = statement({
  name: 'producer-metrics',
  params: params<{ producer_id: number }>(),
  columns: {
    orders_by_status: col.json<Partial<Record<OrderStatus, number>>>(),
    proposals_received: col.int,
    awaiting_decision: col.int,
  },
  text: `
    WITH mine AS (SELECT o.id, o.status FROM orders o WHERE o.producer_id = :producer_id)
    SELECT
      (SELECT coalesce(json_object_agg(s.status, s.orders), '{}') FROM (
        SELECT m.status, count(*) AS orders FROM mine m GROUP BY m.status) s) AS orders_by_status,
      (SELECT count(*) FROM proposals p JOIN mine m ON m.id = p.order_id
        WHERE p.status <> 'draft') AS proposals_received,
      (SELECT count(*) FROM mine m WHERE m.status = 'em_analise'
        AND EXISTS (SELECT FROM proposals p WHERE p.order_id = m.id AND p.status = 'submitted')) AS awaiting_decision`,
});

/**
 * Returns the data of the producer's dashboard. `today` is the calendar day in the platform's zone.
 */
export async function getProducerDashboard(
  db: Db,
  producerId: number,
  today: string,
): Promise<ProducerDashboard> {
  const mine = selectProducerOrders(db).where('o.producer_id', '=', producerId).limit(SHOWN);
  const [metrics, attention, latest] = await Promise.all([
    db.row(producerMetrics, { producer_id: producerId }),
    mine.where(needsAttention(today)).orderBy('o.deadline_date').orderBy('o.id').execute(),
    mine.orderBy('o.created_at', 'desc').orderBy('o.id', 'desc').execute(),
  ]);
  const byStatus = metrics?.orders_by_status ?? {};
  return {
    metrics: {
      orders_by_status: Object.fromEntries(
        orderStatuses.map((status) => [status, byStatus[status] ?? 0]),
      ),
      proposals_received: metrics?.proposals_received ?? 0,
      open_orders: byStatus.publicada ?? 0,
      awaiting_decision: metrics?.awaiting_decision ?? 0,
    },
    attention: attention.map((row) => presentProducerOrderSummary(row, today)),
    latest_orders: latest.map((row) => presentProducerOrderSummary(row, today)),
  };
}

/**
 * SQL condition that an order needs attention: something waits for a reply, the deadline is near, or
 * a consultant says that it is ready to be published.
 */
const needsAttention = (today: string) => sql<boolean>`(
  o.status IN ('publicada', 'em_analise') AND (
    o.deadline_date <= ${addDays(today, NEAR_DEADLINE_DAYS)}
    OR EXISTS (SELECT FROM proposals p WHERE p.order_id = o.id AND p.status = 'submitted'))
  OR o.status = 'rascunho' AND o.publication_requested_at IS NOT NULL)`;
