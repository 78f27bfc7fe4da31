import type {
  ProducerPurchase,
  ProducerPurchaseSummary,
  PurchaseItem,
  PurchaseSummary,
  SupplierPurchase,
  SupplierPurchaseSummary,
} from '@lavra/contract/purchases/schemas';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf } from '@lavra/domain/proposal/mark';
import {
  isStanding,
  purchaseKindLabels,
  purchaseStateLabels,
} from '@lavra/domain/purchase/purchase-state';
import { storedCents } from '../../platform/text/stored-cents.ts';
import {
  wireNumber,
  wireNumberOrNull,
  wireTime,
  wireTimeOrNull,
} from '../../platform/text/wire.ts';
import { maskOfSupplier, maskWords } from '../identities/identities-feature.ts';
import { presentOrderItem, presentOrderSummary } from '../orders/orders-feature.ts';
import { maskAskedWords } from '../proposals/proposals-feature.ts';
import type { PurchaseItemRow, PurchaseRow, PurchaseSummaryRow } from './purchase-view.ts';

/** Returns what every side's list shows. `today` is the calendar day in the platform's zone. */
export function presentPurchaseSummary(row: PurchaseSummaryRow, today: string): PurchaseSummary {
  return {
    uuid: row.uuid,
    number: row.number,
    order: presentOrderSummary(row, today),
    proposal: row.proposal_uuid,
    round: row.round,
    kind: row.kind,
    kind_label: purchaseKindLabels[row.kind],
    state: row.state,
    state_label: purchaseStateLabels[row.state],
    items_count: row.items_count,
    items_amount: wireNumber(row.items_amount),
    freight_amount: wireNumberOrNull(row.freight_amount),
    freight_kind: row.freight_amount === null ? row.freight_kind : 'amount',
    landed_total: wireNumber(
      formatDecimal(
        storedCents(row.items_amount) + storedCents(row.freight_amount ?? '0'),
        AMOUNT_SCALE,
      ),
    ),
    awarded_at: wireTime(row.awarded_at),
    settled_at: wireTimeOrNull(row.settled_at),
    version: row.version,
  };
}

/**
 * Returns a purchase for its supplier's list. While it stands, the producer's words are as they
 * are, beside the contact; then contacts in them are masked.
 */
export async function presentSupplierPurchaseSummary(
  row: PurchaseSummaryRow,
  today: string,
): Promise<SupplierPurchaseSummary> {
  const [read = row] = isStanding(row.state)
    ? [row]
    : await maskWords([row], ['order_description']);
  return { ...presentPurchaseSummary(read, today), is_new: row.is_new };
}

/** Returns a purchase for its producer's list, where letters have no meaning. */
export const presentProducerPurchaseSummary = (
  row: PurchaseSummaryRow,
  today: string,
): ProducerPurchaseSummary => ({
  ...presentPurchaseSummary(row, today),
  label: null,
  mark: markOf(row.mark),
});

/** Returns a purchase for its producer, without anything that identifies the supplier. */
export async function presentProducerPurchase(
  row: PurchaseRow,
  letter: number,
  today: string,
): Promise<ProducerPurchase> {
  const mask = await maskOfSupplier(
    row,
    row.items.map(({ similar_product_name: name }) => name),
  );
  return {
    ...presentProducerPurchaseSummary(row, today),
    label: proposalLabel(letter),
    items: row.items.map((item) => presentItem(item, mask(item.similar_product_name))),
  };
}

/** Returns a purchase for its supplier, with the producer's contact while it stands. */
export async function presentSupplierPurchase(
  row: PurchaseRow,
  today: string,
): Promise<SupplierPurchase> {
  const items = isStanding(row.state) ? row.items : await maskAskedWords(row.items);
  return {
    ...(await presentSupplierPurchaseSummary(row, today)),
    items: presentPurchaseItems(items),
    producer_contact: row.contact,
  };
}

/** Returns the items of a purchase in its two sides' own words. */
export const presentPurchaseItems = (items: readonly PurchaseItemRow[]): PurchaseItem[] =>
  items.map((item) => presentItem(item, item.similar_product_name));

function presentItem(row: PurchaseItemRow, similarName: string | null): PurchaseItem {
  const { products } = row;
  return {
    order_item_id: row.order_item_id,
    order_item: presentOrderItem(products),
    product: {
      id: row.product_id,
      name: products.offered_name,
      brand: products.offered_brand,
      active_ingredient: products.offered_active_ingredient,
      concentration: products.offered_concentration,
      unit: products.offered_unit,
    },
    offers_similar: row.offers_similar,
    similar_product_name: similarName,
    unit_price: wireNumber(row.unit_price),
    quantity: wireNumber(row.quantity),
    total_price: wireNumber(row.total_price),
    freight_share: wireNumber(row.freight_share),
  };
}
