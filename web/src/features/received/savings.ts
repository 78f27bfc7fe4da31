import { decimalToNumber } from '@lavra/domain/money/decimal';
import {
  AMOUNT_SCALE,
  itemTotal,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';

/** The input for savings: prices without suppliers. */
export type PricedProposal = Pick<ReceivedProposal, 'uuid' | 'status' | 'is_available'> & {
  readonly items: readonly (Pick<
    ReceivedProposal['items'][number],
    'order_item_id' | 'unit_price' | 'is_offered' | 'total_price'
  > & { readonly order_item: { readonly quantity: number } })[];
};

/**
 * The difference to the other proposals' prices for the same items, in reais; negative when the
 * chosen one is more expensive.
 */
export interface Savings {
  readonly items: number;
  readonly chosen: number;
  readonly highest: number;
  readonly median: number;
  readonly belowHighest: number;
  readonly belowMedian: number;
}

/**
 * Compares the chosen proposal with the others, over the items that it and at least one other
 * price. Every price is multiplied by the requested quantity, in whole cents. Returns undefined
 * when there is nothing to compare with.
 */
export function savingsOf(
  chosen: PricedProposal,
  all: readonly PricedProposal[],
): Savings | undefined {
  const others = all
    .filter(
      ({ uuid, status, is_available }) =>
        uuid !== chosen.uuid && status !== 'cancelled' && is_available,
    )
    .map(amountsOf);
  const rows = [...amountsOf(chosen)].flatMap(([item, own]) => {
    const asked = others.flatMap((amounts) => amounts.get(item) ?? []);
    return asked.length === 0
      ? []
      : [{ own, amounts: [own, ...asked].toSorted((a, b) => (a < b ? -1 : 1)) }];
  });
  if (rows.length === 0) return undefined;
  const sum = (of: (row: (typeof rows)[number]) => bigint): bigint =>
    rows.reduce((total, row) => total + of(row), 0n);
  const [own, highest, median] = [
    sum((row) => row.own),
    sum(({ amounts }) => amounts.at(-1) ?? 0n),
    sum(({ amounts }) => medianOf(amounts)),
  ];
  return {
    items: rows.length,
    chosen: money(own),
    highest: money(highest),
    median: money(median),
    belowHighest: signed(highest - own),
    belowMedian: signed(median - own),
  };
}

/**
 * Returns what each item would cost in the requested quantity, in cents; items without a price are
 * left out.
 */
const amountsOf = ({ items }: PricedProposal): ReadonlyMap<number, bigint> =>
  new Map(
    items.flatMap(({ order_item_id, is_offered, unit_price, order_item }) => {
      const [price, quantity] = [
        parseUnitPrice(unit_price ?? 0),
        parseQuantity(order_item.quantity),
      ];
      return is_offered && price.ok && quantity.ok
        ? [[order_item_id, itemTotal(price.units, quantity.units)] as const]
        : [];
    }),
  );

/**
 * Returns the median; for an even count the mean of the middle two, rounded half up to the cent.
 * `amounts` must be sorted.
 */
function medianOf(amounts: readonly bigint[]): bigint {
  const middle = Math.floor(amounts.length / 2);
  const upper = amounts[middle] ?? 0n;
  return amounts.length % 2 === 1 ? upper : ((amounts[middle - 1] ?? 0n) + upper + 1n) / 2n;
}

const money = (cents: bigint): number => decimalToNumber(cents, AMOUNT_SCALE);
const signed = (cents: bigint): number => (cents < 0n ? -money(-cents) : money(cents));

/**
 * Returns each proposal's total for the items that all of them price, in cents, by its uuid; empty
 * when they have no item in common.
 */
export function commonTotals(proposals: readonly PricedProposal[]): ReadonlyMap<string, bigint> {
  const priced = proposals.map(({ uuid, items }) => ({
    uuid,
    totals: new Map(
      items.flatMap(({ order_item_id, is_offered, total_price }) => {
        const cents = parseAmount(total_price);
        return is_offered && cents.ok ? [[order_item_id, cents.units] as const] : [];
      }),
    ),
  }));
  const common = [...(priced[0]?.totals.keys() ?? [])].filter((item) =>
    priced.every(({ totals }) => totals.has(item)),
  );
  return new Map(
    common.length === 0
      ? []
      : priced.map(({ uuid, totals }) => [
          uuid,
          common.reduce((sum, item) => sum + (totals.get(item) ?? 0n), 0n),
        ]),
  );
}

/** Returns how much higher one price is than the best one, exactly, with up to four decimals. */
export function dearerBy(price: number, best: number): number {
  const [own, least] = [parseUnitPrice(price), parseUnitPrice(best)];
  return own.ok && least.ok && own.units > least.units
    ? decimalToNumber(own.units - least.units, 4)
    : 0;
}
