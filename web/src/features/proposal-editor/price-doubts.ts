import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { parseUnitPrice } from '@lavra/domain/money/proposal-total';
import { priceDoubt, type PriceDoubt } from '@lavra/domain/proposal/price-doubt';
import { unitName } from '@lavra/domain/unit/unit-names';
import { priceOf } from './draft-checks.ts';
import { writePrice, type DraftRow } from './draft.ts';

type PricedOrder = Pick<SupplierOrder, 'items' | 'last_prices'>;

/** Returns a question for each row whose price looks ten times off or more, by the item's id. */
export function priceQuestions(
  { items, last_prices }: PricedOrder,
  rows: readonly DraftRow[],
): ReadonlyMap<number, string> {
  const last = new Map(last_prices.map((one) => [keyOf(one), one.unit_price]));
  const priced = rows.flatMap((row, index) => {
    const [price, item] = [priceOf(row), items[index]];
    return price === undefined || item === undefined ? [] : [{ row, price, item }];
  });
  const ranges = rangesOf(priced.map(({ price, item }) => ({ price, unit: item.unit })));
  return new Map(
    priced.flatMap(({ row, price, item }) => {
      const known = last.get(keyOf(item));
      const doubt = priceDoubt(
        price,
        known === undefined ? null : unitsOf(known),
        without(price, ranges.get(item.unit) ?? []),
      );
      return doubt === undefined ? [] : [[item.id, sentence(row.price, doubt, known, item.unit)]];
    }),
  );
}

const keyOf = ({ product_id, unit }: { readonly product_id: number; readonly unit: string }) =>
  `${product_id} ${unit}`;

function unitsOf(price: number): bigint | null {
  const parsed = parseUnitPrice(price);
  return parsed.ok ? parsed.units : null;
}

/**
 * Returns the two lowest and the two highest prices of each unit, and one between: enough to say
 * what the range is without any one of them, so that a thousand rows are compared in linear time.
 */
function rangesOf(
  priced: readonly { readonly price: bigint; readonly unit: string }[],
): ReadonlyMap<string, readonly bigint[]> {
  const byUnit = Map.groupBy(priced, ({ unit }) => unit);
  return new Map(
    [...byUnit].map(([unit, all]) => {
      const sorted = all.map(({ price }) => price).toSorted((a, b) => (a < b ? -1 : 1));
      return [unit, sorted.length <= 5 ? sorted : [...sorted.slice(0, 3), ...sorted.slice(-2)]];
    }),
  );
}

/** Returns the prices of the other items: one price equal to the row's own is the row's own. */
function without(price: bigint, range: readonly bigint[]): readonly bigint[] {
  const own = range.indexOf(price);
  return own === -1 ? range : range.toSpliced(own, 1);
}

const multiples: Readonly<Record<number, string>> = { 10: 'dez', 100: 'cem', 1000: 'mil' };
const fractions: Readonly<Record<number, string>> = {
  10: 'um décimo',
  100: 'um centésimo',
  1000: 'um milésimo',
};

function sentence(
  typed: string,
  doubt: PriceDoubt,
  last: number | undefined,
  unit: string,
): string {
  const above = doubt.direction === 'above';
  if (doubt.than === 'others')
    return above
      ? `${typed} é mais de dez vezes o preço dos outros itens por ${unitName(unit)}. É isso mesmo?`
      : `${typed} é menos de um décimo do preço dos outros itens por ${unitName(unit)}. É isso mesmo?`;
  const known = last === undefined ? '' : ` (${writePrice(last)})`;
  return `${typed} é ${comparedToLast(doubt)} seu último preço${known}. É isso mesmo?`;
}

/** Returns how many times the last price it is, or what part of it. */
function comparedToLast({ direction, times, isExact }: PriceDoubt & { than: 'last' }): string {
  const about = isExact ? '' : 'cerca de ';
  if (direction === 'above')
    return `${times in multiples ? `${about}${multiples[times]}` : 'mais de mil'} vezes o`;
  return `${times in fractions ? `${about}${fractions[times]}` : 'menos de um milésimo'} do`;
}
