import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { decimalToNumber } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, QUANTITY_SCALE, UNIT_PRICE_SCALE } from '@lavra/domain/money/proposal-total';
import type {
  Comparison,
  ComparisonCell,
  ComparisonColumn,
  ComparisonRow,
} from '@lavra/domain/proposal/comparison';
import {
  equivalence,
  equivalenceLabels,
  type Equivalence,
} from '@lavra/domain/proposal/equivalence';
import { justificationLabels } from '@lavra/domain/proposal/justification';
import { markOf } from '@lavra/domain/proposal/mark';
import { displayStatus, hasPrice } from '@lavra/domain/proposal/proposal-rules';
import { wireNumberOrNull, wireTimeOrNull } from '../../platform/text/wire.ts';
import { coverageLabel } from '../../platform/texts/order-texts.ts';
import type { Mask } from '../identities/identities-feature.ts';
import type { ComparedOffer, OfferedCell } from './comparison-queries.ts';
import { presentOrderItem, type OrderItemRow } from './order-item.ts';
import { presentOrderSummary } from './order-summary.ts';
import type { ListedItemRow, ProducerOrderRow } from './order-view.ts';

/** An offer as this reader may see it: with its label and the mask for the supplier's text. */
export type ShownOffer = ComparedOffer & { readonly label: string; readonly mask: Mask };
type Row = ComparisonRow<OfferedCell>;
type WireCell = OrderComparison['rows'][number]['cells'][number];

export interface ComparisonContext {
  readonly order: ProducerOrderRow;
  readonly items: readonly ListedItemRow[];
  /** In the order of the columns. */
  readonly offers: readonly ShownOffer[];
  readonly comparison: Comparison<OfferedCell>;
  readonly today: string;
}

/**
 * Returns the comparison on the wire; supplier text leaves this function only through the masks.
 */
export function presentComparison({
  order,
  items,
  offers,
  comparison,
  today,
}: ComparisonContext): OrderComparison {
  return {
    order: presentOrderSummary(order, today),
    common_items: comparison.commonItemCount,
    best_total: amount(bestTotal(comparison.rows)),
    proposals: offers.flatMap((offer, index) => {
      const column = comparison.columns[index];
      return column === undefined
        ? []
        : [
            presentColumn(offer, column, {
              order,
              today,
              bestPrices: countBest(comparison.rows, index),
            }),
          ];
    }),
    rows: items.flatMap((item, index) => {
      const row = comparison.rows[index];
      return row === undefined ? [] : [presentRow(item, row, offers)];
    }),
  };
}

/**
 * Returns the cost of buying each item at its best price, in cents: the line total of that offer,
 * the lower one on a tie. Items that no offer supplies in the requested quantity count as 0.
 */
function bestTotal(rows: readonly Row[]): bigint {
  return rows.reduce((sum, { cells }) => {
    const totals = cells.flatMap(({ isBest, isOnly, item }) =>
      (isBest || isOnly) && item !== null ? [item.totalPrice] : [],
    );
    return sum + totals.reduce((low, total) => (total < low ? total : low), totals[0] ?? 0n);
  }, 0n);
}

const countBest = (rows: readonly Row[], column: number): number =>
  rows.filter((row) => row.cells[column]?.isBest).length;

function presentColumn(
  offer: ShownOffer,
  column: ComparisonColumn,
  { order, today, bestPrices }: { order: ProducerOrderRow; today: string; bestPrices: number },
): OrderComparison['proposals'][number] {
  const { row, label, mask } = offer;
  return {
    proposal: row.uuid,
    label,
    mark: markOf(row.mark),
    status: row.status,
    display_status: displayStatus({
      status: row.status,
      orderStatus: order.order_status,
      validityDate: row.validity_date,
      today,
    }),
    priced_items: column.pricedCount,
    total_items: column.itemCount,
    coverage_label: coverageLabel(column.pricedCount, column.itemCount),
    best_prices: bestPrices,
    total_amount: amount(column.totalAmount),
    common_total: amount(column.commonTotal),
    ...presentFreight(offer, column),
    allows_partial: row.allows_partial,
    partial_minimum: wireNumberOrNull(row.partial_minimum),
    freight_rule: row.freight_rule,
    delivery_days: row.delivery_days,
    payment_terms: mask(row.payment_terms),
    validity_date: row.validity_date,
    submitted_at: wireTimeOrNull(row.submitted_at),
    is_lowest_common_total: column.isLowestCommonTotal,
    notes: mask(row.notes),
    is_available: offer.isAvailable,
  };
}

function presentFreight(
  { freight }: ShownOffer,
  { landedTotal: landed, totalAmount }: ComparisonColumn,
) {
  return {
    landed_total: amount(landed.isKnown ? landed.total : totalAmount),
    freight_amount: freight.kind === 'amount' ? amount(freight.amount) : null,
    freight_kind: freight.kind === 'unknown' ? null : freight.kind,
    landed_unknown: landed.isKnown ? null : landed.reason,
  };
}

function presentRow(
  item: ListedItemRow,
  row: Row,
  offers: readonly ShownOffer[],
): OrderComparison['rows'][number] {
  return {
    item: presentOrderItem(item),
    product_type: item.product_type_name,
    best_unit_price:
      row.bestUnitPrice === null ? null : decimalToNumber(row.bestUnitPrice, UNIT_PRICE_SCALE),
    is_common: row.isCommon,
    cells: offers.flatMap((offer, index) => {
      const cell = row.cells[index];
      return cell === undefined ? [] : [presentCell(offer, cell, item, row.bestUnitPrice)];
    }),
  };
}

function presentCell(
  offer: ShownOffer,
  cell: ComparisonCell<OfferedCell>,
  requested: OrderItemRow,
  best: bigint | null,
): WireCell {
  const { item, isPriced, asideReason, isBest, isOnly, quantityDiffers } = cell;
  const not_offered = item !== null && !isPriced && hasPrice(item);
  const seen = {
    proposal: offer.row.uuid,
    is_priced: isPriced,
    not_offered,
    is_best: isBest,
    is_only: isOnly,
    aside_reason: asideReason,
    quantity_differs: quantityDiffers,
  };
  if (item === null) return { ...seen, ...unmentioned };
  const { mask } = offer;
  return {
    ...seen,
    ...presentPrice(
      isPriced ? item.unitPrice : null,
      item,
      offer.isAvailable && asideReason === null ? best : null,
    ),
    quantity: decimalToNumber(item.quantity, QUANTITY_SCALE),
    justification: mask(item.texts.justification),
    justification_label:
      item.justificationType === null ? null : justificationLabels[item.justificationType],
    similar: presentSimilar(item, requested, mask),
    notes: mask(item.texts.notes),
  };
}

const unpriced = { unit_price: null, total_price: null, difference_percent: null };
const unmentioned = {
  ...unpriced,
  quantity: null,
  justification: null,
  justification_label: null,
  similar: null,
  notes: null,
};

/** `best` is null when no price may be compared with this one. */
const presentPrice = (price: bigint | null, item: OfferedCell, best: bigint | null) =>
  price === null
    ? unpriced
    : {
        unit_price: decimalToNumber(price, UNIT_PRICE_SCALE),
        total_price: amount(item.totalPrice),
        difference_percent: best === null ? null : differencePercent(price, best),
      };

/**
 * Returns by how much a price exceeds the best price (above zero), in percent with one decimal,
 * half rounded up; 0 for the best price itself.
 */
const differencePercent = (price: bigint, best: bigint): number =>
  Number(((price - best) * 2000n + best) / (best * 2n)) / 10;

/**
 * Describes an offered product that differs from the requested one, and how equivalent the two are
 * according to the catalogue.
 */
function presentSimilar(
  item: OfferedCell,
  requested: OrderItemRow,
  mask: Mask,
): WireCell['similar'] {
  const isOther = item.productId !== requested.asked_id;
  if (!item.offersSimilar && !isOther) return null;
  const wanted = {
    active_ingredient: requested.asked_active_ingredient,
    concentration: requested.asked_concentration,
  };
  const found: Equivalence = isOther ? equivalence(wanted, item.product) : 'unknown';
  return {
    name: mask(item.texts.similar_product_name) ?? (isOther ? item.product.name : null),
    description: mask(item.texts.similar_product_description),
    equivalence: found,
    equivalence_label: equivalenceLabels[found],
  };
}

const amount = (cents: bigint): number => decimalToNumber(cents, AMOUNT_SCALE);
