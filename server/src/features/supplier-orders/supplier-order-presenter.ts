import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import { orderTakesProposals } from '@lavra/domain/order/order-rules';
import { initialsOf } from '@lavra/domain/text/initials';
import {
  wireNumber,
  wireNumberOrNull,
  wireTime,
  wireTimeOrNull,
} from '../../platform/text/wire.ts';
import { pesticideNotice } from '../../platform/texts/legal-texts.ts';
import { presentOrderItem, presentOrderSummary } from '../orders/orders-feature.ts';
import type { LastOffers, LastTermsRow } from './last-offers.ts';
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
    ...presentDetails(row),
  };
}

/** Returns what a list adds for a caller who asked for it, and nothing otherwise. */
function presentDetails({
  first_items,
  distance_km = null,
}: ListedOrderRow): Pick<SupplierOrderSummary, 'first_items' | 'distance_km'> {
  if (first_items === undefined) return {};
  return {
    first_items: first_items.map(({ quantity, ...item }) => ({
      ...item,
      quantity: wireNumber(quantity),
    })),
    distance_km,
  };
}

/**
 * Returns an order as a supplier opens it: of its producer only the initials and place, unless the
 * supplier has won.
 */
export function presentSupplierOrder(
  view: SupplierOrderView,
  { prices, terms }: LastOffers,
  today: string,
): SupplierOrder {
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
    last_prices: prices.map((price) => ({
      product_id: price.product_id,
      unit: price.unit,
      unit_price: wireNumber(price.unit_price),
      submitted_at: wireTime(price.submitted_at),
    })),
    last_terms: terms === undefined ? null : presentLastTerms(terms),
    producer_contact: view.contact,
  };
}

function presentLastTerms({
  payment_terms,
  delivery_days,
  validity_date,
  submitted_at,
  allows_partial,
  partial_minimum,
  freight_rule,
  freight_kind,
  freight_amount,
}: LastTermsRow): SupplierOrder['last_terms'] {
  const days =
    validity_date === null ? null : daysUntil(validity_date, wireTime(submitted_at).slice(0, 10));
  return {
    payment_terms,
    delivery_days,
    validity_days: days === null || days < 0 ? null : days,
    allows_partial,
    partial_minimum: wireNumberOrNull(partial_minimum),
    freight_rule,
    // An amount outweighs the kind, as in a proposal.
    freight_kind: freight_amount === null ? freight_kind : 'amount',
    freight_amount: wireNumberOrNull(freight_amount),
  };
}
