import type { OrderSummary } from '@lavra/contract/orders/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import { closureTypes, type ClosureType } from '@lavra/domain/order/closure-type';
import {
  orderStatuses,
  orderStatusLabels,
  type OrderStatus,
} from '@lavra/domain/order/order-status';
import { col } from '../../platform/db/statement.ts';

/**
 * Columns of order `o` for its summary, prefixed so that they can be selected beside another row's.
 */
export const orderSummarySql = `
  o.id AS order_id, o.uuid AS order_uuid, o.number AS order_number, o.description AS order_description, o.status AS order_status,
  o.closure_type AS order_closure_type, o.deadline_date AS order_deadline_date, o.items_count AS order_items_count,
  o.suspended_at IS NOT NULL AS order_suspended`;

export const orderSummaryColumns = {
  order_id: col.int,
  order_uuid: col.uuid,
  order_number: col.text,
  order_description: col.text,
  order_status: col.oneOf(orderStatuses),
  order_closure_type: col.oneOf(closureTypes),
  order_deadline_date: col.date,
  order_items_count: col.int,
  order_suspended: col.boolean,
};

export interface OrderSummaryRow {
  order_id: number;
  order_uuid: string;
  order_number: string;
  order_description: string;
  order_status: OrderStatus;
  order_closure_type: ClosureType;
  order_deadline_date: string;
  order_items_count: number;
  order_suspended: boolean;
}

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
    deadline_date: row.order_deadline_date,
    dias_restantes: daysUntil(row.order_deadline_date, today),
    total_itens: row.order_items_count,
    is_suspended: row.order_suspended,
  };
}
