import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { NamedProposal } from '../../ui/name-of-proposal.ts';
import { landedOf, type Landed } from './landed.ts';

/** What decides which proposal costs least; amounts in reais. */
export interface Weighed extends NamedProposal {
  readonly uuid: string;
  /** False for a proposal that cannot be chosen: it is compared with none. */
  readonly isAvailable: boolean;
  readonly itemsTotal: number;
  readonly landed: Landed;
  /** The offered items and their quantities: totals of the same offer can be compared. */
  readonly offer: string;
  readonly pricedItems: number;
  readonly totalItems: number;
  readonly deliveryDays: number | null;
  readonly commonTotal: number;
  /** True when it has the lowest total of the items that all offer in the same quantities. */
  readonly isLowestCommon: boolean;
}

/** Returns the compared proposals with what decides between them. */
export const weighed = ({ proposals, rows }: OrderComparison): readonly Weighed[] =>
  proposals.map((column) => ({
    uuid: column.proposal,
    label: column.label,
    mark: column.mark,
    isAvailable: column.is_available,
    itemsTotal: column.total_amount,
    landed: landedOf(column),
    offer: offerOf(
      rows.flatMap(({ item, cells }) =>
        cells.flatMap(({ proposal, is_priced, quantity, aside_reason }) =>
          proposal === column.proposal && is_priced
            ? [[item.id, quantity ?? 0, aside_reason === 'similar_not_accepted'] as const]
            : [],
        ),
      ),
    ),
    pricedItems: column.priced_items,
    totalItems: column.total_items,
    deliveryDays: column.delivery_days,
    commonTotal: column.common_total,
    isLowestCommon: column.is_lowest_common_total,
  }));

/**
 * Returns the same text for the same items in the same quantities; a similar product where none is
 * taken is another item.
 */
const offerOf = (
  items: readonly (readonly [id: number, quantity: number, isUnwanted: boolean])[],
): string =>
  items
    .toSorted(([a], [b]) => a - b)
    .map((item) => item.join(':'))
    .join(' ');

/** Returns whether all offer the same items in the same quantities, so that totals compare. */
export const areAlike = (all: readonly Weighed[]): boolean =>
  new Set(all.map(({ offer }) => offer)).size === 1 && all.every(({ offer }) => offer !== '');

/** A ranking of offers of the same items: by what they cost at the farm where each says it. */
export interface Ranking {
  readonly basis: 'landed' | 'items';
  readonly total: number;
  /** Several when they tie. */
  readonly cheapest: readonly Weighed[];
  /** The next proposal after the cheapest. */
  readonly next: Weighed | undefined;
  readonly withoutFreight: readonly Weighed[];
}

/** Ranks proposals that offer the same; undefined for none. */
export function rank(alike: readonly Weighed[]): Ranking | undefined {
  const withoutFreight = alike.filter(({ landed }) => !landed.isKnown);
  const basis = withoutFreight.length === 0 ? 'landed' : 'items';
  const totalOf = ({ landed, itemsTotal }: Weighed): number =>
    basis === 'landed' && landed.isKnown ? landed.total : itemsTotal;
  const sorted = alike.toSorted((a, b) => totalOf(a) - totalOf(b));
  const [first] = sorted;
  if (first === undefined) return undefined;
  const total = totalOf(first);
  const cheapest = sorted.filter((one) => totalOf(one) === total);
  return { basis, total, cheapest, next: sorted[cheapest.length], withoutFreight };
}

/** The total that is marked in a comparison. */
export type DecidingTotal = 'landed' | 'common' | 'total';

/**
 * Returns the total that decides: with freight where all say it and offer the same; else that of
 * the common items, where it differs from the proposals' own totals.
 */
export function decidingTotal(comparison: OrderComparison): DecidingTotal {
  const open = weighed(comparison).filter(({ isAvailable }) => isAvailable);
  if (areAlike(open) && rank(open)?.basis === 'landed') return 'landed';
  return open.some(({ commonTotal, itemsTotal }) => commonTotal !== itemsTotal)
    ? 'common'
    : 'total';
}
