import { decimalToNumber } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount, parseUnitPrice } from '@lavra/domain/money/proposal-total';
import { betweenExtremes } from '@lavra/domain/proposal/between-extremes';
import { isUnwanted } from '@lavra/domain/proposal/competing';
import { formatMoney } from '../../text/decimal.ts';
import type { Competing, ReceivedProposal } from '../producer-orders/anonymous-view.ts';

/** The input for savings: prices without suppliers. */
export type PricedProposal = Pick<ReceivedProposal, 'uuid' | 'is_available'> & {
  readonly items: readonly (Pick<
    ReceivedProposal['items'][number],
    'order_item_id' | 'quantity' | 'is_offered' | 'total_price'
  > &
    Competing)[];
};

/** How the chosen proposal stands between the cheapest and the dearest, in reais. */
export interface Savings {
  readonly items: number;
  /** The compared proposals, with the chosen one. */
  readonly proposals: number;
  readonly chosen: number;
  readonly belowHighest: number;
  readonly aboveLowest: number;
}

/**
 * Compares the chosen proposal with those that offer all of its items in the same quantities, none
 * as a similar product where the item takes none, by their totals for these items, without freight:
 * as the decision record does. Returns undefined when there is none.
 */
export function savingsOf(
  chosen: PricedProposal,
  all: readonly PricedProposal[],
): Savings | undefined {
  const own = offersOf(chosen);
  const others = all.flatMap((other) => {
    if (other.uuid === chosen.uuid || !other.is_available) return [];
    const offers = offersOf(wantedOf(other));
    const isComparable = [...own].every(
      ([item, { quantity }]) => offers.get(item)?.quantity === quantity,
    );
    return isComparable
      ? [sumOf([...own.keys()].map((item) => offers.get(item)?.cents ?? 0n))]
      : [];
  });
  if (own.size === 0 || others.length === 0) return undefined;
  const total = sumOf([...own.values()].map(({ cents }) => cents));
  const [lowest, highest] = [
    others.reduce((least, cents) => (cents < least ? cents : least), total),
    others.reduce((most, cents) => (cents > most ? cents : most), total),
  ];
  return {
    items: own.size,
    proposals: others.length + 1,
    chosen: money(total),
    belowHighest: money(highest - total),
    aboveLowest: money(total - lowest),
  };
}

/** Returns the standing in the words of the decision record. */
export function savingsText({ belowHighest, aboveLowest }: Savings): string {
  const said = (amount: number): string | null => (amount === 0 ? null : formatMoney(amount));
  return betweenExtremes(said(belowHighest), said(aboveLowest));
}

/** Returns the proposal without similar products where the item takes none. */
const wantedOf = ({ items, ...rest }: PricedProposal): PricedProposal => ({
  ...rest,
  items: items.filter((item) => !isUnwanted(item, item.order_item)),
});

/** Returns what is offered for each item, with its total in cents. */
const offersOf = ({
  items,
}: PricedProposal): ReadonlyMap<number, { readonly quantity: number; readonly cents: bigint }> =>
  new Map(
    items.flatMap(({ order_item_id, is_offered, quantity, total_price }) => {
      const cents = parseAmount(total_price);
      return is_offered && cents.ok
        ? [[order_item_id, { quantity, cents: cents.units }] as const]
        : [];
    }),
  );

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);
const money = (cents: bigint): number => decimalToNumber(cents, AMOUNT_SCALE);

/** Totals in cents by the proposals' uuids, or why they do not compare. */
export type CommonTotals =
  | { readonly totals: ReadonlyMap<string, bigint> }
  | { readonly problem: 'nothing_common' | 'quantities_differ' };

/**
 * Returns each proposal's total for the items that all of them price, in the same quantities, so
 * that none looks cheaper because it offers less: as the comparison ranks them. A similar product
 * where the item takes none is no such price.
 */
export function commonTotals(proposals: readonly PricedProposal[]): CommonTotals {
  const priced = proposals.map((one) => ({ uuid: one.uuid, offers: offersOf(wantedOf(one)) }));
  const common = [...(priced[0]?.offers.keys() ?? [])].filter((item) =>
    priced.every(({ offers }) => offers.has(item)),
  );
  if (common.length === 0) return { problem: 'nothing_common' };
  const isSame = common.every(
    (item) => new Set(priced.map(({ offers }) => offers.get(item)?.quantity)).size === 1,
  );
  if (!isSame) return { problem: 'quantities_differ' };
  return {
    totals: new Map(
      priced.map(({ uuid, offers }) => [
        uuid,
        sumOf(common.map((item) => offers.get(item)?.cents ?? 0n)),
      ]),
    ),
  };
}

/** Returns how much higher one price is than the best one, exactly, with up to four decimals. */
export function dearerBy(price: number, best: number): number {
  const [own, least] = [parseUnitPrice(price), parseUnitPrice(best)];
  return own.ok && least.ok && own.units > least.units
    ? decimalToNumber(own.units - least.units, 4)
    : 0;
}
