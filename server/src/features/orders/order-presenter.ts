import type { ProducerOrder, ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { pesticideNotice } from '../../platform/texts/legal-texts.ts';
import { presentOrderItem } from './order-item.ts';
import { presentOrderSummary } from './order-summary.ts';
import type { ListedItemRow, ProducerOrderRow } from './order-view.ts';

/** Returns an order for its producer's list. `today` is the calendar day in the platform's zone. */
export function presentProducerOrderSummary(
  row: ProducerOrderRow,
  today: string,
): ProducerOrderSummary {
  return {
    ...presentOrderSummary(row, today),
    ...presentTimes(row),
    ...presentCan(row.order_status),
    delivery_date: row.delivery_date,
    delivery_address: presentAddress(row),
    payment_terms: row.payment_terms,
    notes: row.notes,
    has_pesticide: row.has_pesticide,
    legal_notice: legalNotice(row.has_pesticide),
    reason: row.reason,
    proposals_count: row.proposals_count,
    new_proposals_count: row.new_proposals_count,
    next_validity_date: row.next_validity_date,
    written_by: row.writer_name === null ? null : { name: row.writer_name },
    version: row.version,
  };
}

/** Returns an order for its producer. */
export const presentProducerOrder = (
  row: ProducerOrderRow,
  items: readonly ListedItemRow[],
  today: string,
): ProducerOrder => ({
  ...presentProducerOrderSummary(row, today),
  items: items.map((item) => ({ ...presentOrderItem(item), is_pesticide: item.is_pesticide })),
});

/**
 * Returns the notice that the law requires for an order with a pesticide, or null; it does not
 * restrict the order.
 */
const legalNotice = (hasPesticide: boolean): string | null =>
  hasPesticide ? pesticideNotice : null;

function presentTimes(row: ProducerOrderRow) {
  return {
    publish_at: wireTimeOrNull(row.publish_at),
    published_at: wireTimeOrNull(row.published_at),
    closed_at: wireTimeOrNull(row.closed_at),
    awarded_at: wireTimeOrNull(row.awarded_at),
    finished_at: wireTimeOrNull(row.finished_at),
    publication_requested_at: wireTimeOrNull(row.publication_requested_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  };
}

/**
 * Returns what the status allows; conditions beyond the status are checked when the transition is
 * requested.
 */
const presentCan = (status: OrderStatus) => ({
  can_edit: orderCan.edit(status),
  can_delete: orderCan.edit(status),
  can_publish: orderCan.publish(status),
  can_close: orderCan.close(status),
  can_cancel: orderCan.cancel(status),
  can_finalize: orderCan.finalize(status),
});

function presentAddress({
  delivery_city_id,
  city,
  state,
  delivery_details,
}: ProducerOrderRow): ProducerOrder['delivery_address'] {
  if (delivery_city_id === null || city === null || state === null) return null;
  const none = { postal_code: null, street: null, number: null, complement: null, district: null };
  return { ...none, ...delivery_details, city, state, city_id: delivery_city_id };
}
