import { markOf } from '@lavra/domain/proposal/mark';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';

/** A proposal that offers items 1, 2, 3… at these prices for 10 of each; null for none. */
export function receivedProposal(
  letter: string,
  prices: readonly (number | null)[],
  fields: Partial<ReceivedProposal> = {},
): ReceivedProposal {
  const total = prices.reduce<number>((sum, price) => sum + (price ?? 0) * 10, 0);
  const { freight_amount = null } = fields;
  const shown: Partial<ReceivedProposal> = {
    uuid: letter,
    label: `Proposta ${letter}`,
    mark: markOf(letter.charCodeAt(0)),
    status: 'submitted',
    display_status: 'submitted',
    is_available: true,
    validity_date: null,
    delivery_days: null,
    allows_partial: true,
    partial_minimum: null,
    freight_rule: 'full',
    freight_amount,
    freight_kind: null,
    total_amount: total,
    landed_total: total + (freight_amount ?? 0),
    landed_unknown: freight_amount === null ? 'freight_unknown' : null,
    award: null,
    items: prices.map((price, index) => answerTo(index + 1, price)),
    order: orderOf(prices.length),
    ...fields,
  };
  return shown as ReceivedProposal; // what the screens under test read of it
}

const answerTo = (id: number, unit_price: number | null) =>
  ({
    order_item_id: id,
    is_offered: unit_price !== null,
    unit_price,
    total_price: (unit_price ?? 0) * 10,
    product_id: id,
    offers_similar: false,
    quantity: 10,
    order_item: { product_id: id, allow_similar: true, quantity: 10 },
  }) as ReceivedProposal['items'][number];

const orderOf = (total_itens: number) =>
  ({
    uuid: 'order',
    status: 'em_analise',
    is_suspended: false,
    total_itens,
  }) as ReceivedProposal['order'];

/** An order that asks for 10 of each of these products. */
export const askedOrder = (...products: readonly string[]): ShownOrder =>
  ({
    uuid: 'order',
    version: 3,
    legal_notice: 'Compre com receita agronômica.',
    items: products.map((name, index) => ({
      id: index + 1,
      position: index + 1,
      quantity: 10,
      is_pesticide: name === 'Glifosato',
      product: { name, brand: null, active_ingredient: null, concentration: null },
      unit: 'KG',
    })),
  }) as ShownOrder; // what the screens under test read of it
