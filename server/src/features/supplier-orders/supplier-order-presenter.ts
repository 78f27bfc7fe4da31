import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/schemas';
import { orderTakesProposals } from '@lavra/domain/order/order-rules';
import { initialsOf } from '@lavra/domain/text/initials';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { pesticideNotice } from '../../platform/texts/legal-texts.ts';
import { presentOrderItem, presentOrderSummary } from '../orders/orders-feature.ts';
import type { ListedOrderRow } from './supplier-order-sql.ts';
import type { SupplierOrderView } from './supplier-order-view.ts';

/** Returns an order for a supplier's list. `today` is the calendar day in the platform's zone. */
export function presentListedOrder(row: ListedOrderRow, today: string): SupplierOrderSummary {
  return {
    ...presentOrderSummary(row, today),
    delivery_date: row.delivery_date,
    payment_terms: row.payment_terms,
    notes: row.notes,
    has_pesticide: row.has_pesticide,
    legal_notice: row.has_pesticide ? pesticideNotice : null,
    published_at: wireTimeOrNull(row.published_at),
    favorited: row.favorited,
    declined: row.declined,
    matches_profile: row.matches_profile,
    my_proposal: row.my_proposal,
    delivery_address:
      row.delivery_city_id === null
        ? null
        : {
            city: row.delivery_city ?? '',
            state: row.delivery_state ?? '',
            city_id: row.delivery_city_id,
          },
  };
}

/**
 * Returns an order as a supplier opens it: of its producer only the initials and place, unless the
 * supplier has won.
 */
export function presentSupplierOrder(view: SupplierOrderView, today: string): SupplierOrder {
  return {
    ...presentListedOrder(view, today),
    producer: {
      initials: initialsOf(view.producer_name),
      city: view.producer_city,
      state: view.producer_state,
    },
    takes_proposals:
      !view.declined &&
      orderTakesProposals({
        status: view.order_status,
        suspended: view.order_suspended,
        deadlineDate: view.order_deadline_date,
        today,
      }),
    items: view.items.map(presentOrderItem),
    my_proposals: view.my_proposals.map((proposal) => ({
      ...proposal,
      updated_at: wireTime(proposal.updated_at),
    })),
    producer_contact: view.contact,
  };
}
