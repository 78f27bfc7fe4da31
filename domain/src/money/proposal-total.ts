import {
  maxUnits,
  parseDecimal,
  parseExact,
  roundHalfAwayFromZero,
  type ParsedDecimal,
} from './decimal.ts';

export const UNIT_PRICE_SCALE = 4;
export const QUANTITY_SCALE = 3;
export const AMOUNT_SCALE = 2;

/** Maximum of any item total, proposal total or freight: 9,999,999,999,999.99, in cents. */
export const MAX_AMOUNT: bigint = maxUnits(AMOUNT_SCALE);

/** A unit price in ten-thousandths (null when not priced) and a quantity in thousandths. */
export interface PricedItem {
  readonly unitPrice: bigint | null;
  readonly quantity: bigint;
}

/**
 * Totals of a proposal in cents, or what is above the maximum: the items by their indexes, or only the
 * total.
 */
export type PricedProposal =
  | { readonly ok: true; readonly itemTotals: readonly bigint[]; readonly total: bigint }
  | { readonly ok: false; readonly tooLarge: readonly number[] | 'total' };

export const parseUnitPrice = (value: number | string): ParsedDecimal =>
  parseExact(value, UNIT_PRICE_SCALE);
export const parseQuantity = (value: number | string): ParsedDecimal =>
  parseExact(value, QUANTITY_SCALE);
export const parseAmount = (value: number | string): ParsedDecimal =>
  parseDecimal(value, AMOUNT_SCALE);

/**
 * Returns unit price × quantity in cents, half a cent rounded away from zero; 0 for an item without a price.
 */
export function itemTotal(unitPriceUnits: bigint | null, quantityUnits: bigint): bigint {
  if (unitPriceUnits === null) return 0n;
  return roundHalfAwayFromZero(
    unitPriceUnits * quantityUnits,
    UNIT_PRICE_SCALE + QUANTITY_SCALE,
    AMOUNT_SCALE,
  );
}

/**
 * Computes the item totals and their sum; returns `tooLarge` when any of them exceeds the maximum.
 */
export function priceProposal(items: readonly PricedItem[]): PricedProposal {
  const itemTotals = items.map((item) => itemTotal(item.unitPrice, item.quantity));
  const tooLarge = itemTotals.flatMap((total, index) => (total > MAX_AMOUNT ? [index] : []));
  if (tooLarge.length > 0) return { ok: false, tooLarge };
  const total = itemTotals.reduce((sum, amount) => sum + amount, 0n);
  return total > MAX_AMOUNT ? { ok: false, tooLarge: 'total' } : { ok: true, itemTotals, total };
}
