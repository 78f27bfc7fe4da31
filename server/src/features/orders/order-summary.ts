import type { OrderSummary } from '@lavra/contract/orders/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import { closureTypes } from '@lavra/domain/order/closure-type';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, type RowOf } from '../../platform/db/statement.ts';

/**
 * Columns of order `o` for its summary, prefixed so that they can be selected beside another row's.
 */
export const orderSummaryColumns = {
  order_id: from('o.id', col.int),
  order_uuid: from('o.uuid', col.uuid),
  order_number: from('o.number', col.text),
  order_description: from('o.description', col.text),
  order_status: from('o.status', col.oneOf(orderStatuses)),
  order_closure_type: from('o.closure_type', col.oneOf(closureTypes)),
  order_split_award: from('o.split_award', col.boolean),
  order_deadline_date: from('o.deadline_date', col.date),
  order_items_count: from('o.items_count', col.int),
  order_suspended: from('o.suspended_at IS NOT NULL', col.boolean),
};
export const orderSummarySql = selectSql(orderSummaryColumns);
export type OrderSummaryRow = RowOf<typeof orderSummaryColumns>;

/**
 * Returns the order as other resources embed it. `today` is the calendar day in the platform's
 * zone.
 */
export function presentOrderSummary(row: OrderSummaryRow, today: string): OrderSummary {
  return {
    id: row.order_id,
    uuid: row.order_uuid,
    number: row.order_number,
    description: row.order_description,
    status: row.order_status,
    status_label: orderStatusLabels[row.order_status],
    closure_type: row.order_closure_type,
    split_award: row.order_split_award,
    deadline_date: row.order_deadline_date,
    dias_restantes: daysUntil(row.order_deadline_date, today),
    total_itens: row.order_items_count,
    is_suspended: row.order_suspended,
  };
}
