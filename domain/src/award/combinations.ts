import { bestPurchase, type BestPurchase } from './best-purchase.ts';
import { emptyPurchase } from './cheapest-purchase.ts';
import {
  combinationModel,
  sharesOf,
  type CombinationModel,
  type CombinationOffer,
} from './combination-model.ts';

/** One way to buy from at most `most` proposals; amounts in cents. */
export interface CombinationPoint {
  /** Infinity for the point without a limit. */
  readonly most: number;
  readonly covered: number;
  readonly itemsAmount: bigint;
  readonly freightAmount: bigint;
  readonly landedTotal: bigint;
  /** Whether no purchase from at most `most` proposals is better. */
  readonly proven: boolean;
  /** No purchase covers more items; and none that covers as many costs less than `costBound`. */
  readonly coveredBound: number;
  readonly costBound: bigint;
  readonly purchases: readonly CombinationPurchase[];
}

export interface CombinationPurchase {
  readonly proposal: string;
  readonly itemsAmount: bigint;
  readonly freightAmount: bigint;
  readonly items: readonly CombinationItem[];
}

export interface CombinationItem {
  /** In the order, from 0. */
  readonly position: number;
  readonly amount: bigint;
  /** Its share of a proportional freight. */
  readonly freightShare: bigint;
}

export type Combinations =
  | { readonly ok: true; readonly points: readonly CombinationPoint[] }
  | { readonly ok: false; readonly reason: 'amounts_too_large' };

const COMBINATION_SIZES = [1, 2, 3, 4, 5, Infinity] as const;
/** At most 1.5 s of a processor for each point (12 ns a unit on two busy cores). */
const COMBINATION_BUDGET = 120_000_000;

/** What is decided beside the offers. */
export interface CombinationOptions {
  /** The numbers of proposals, ascending; Infinity for any number. */
  readonly sizes?: readonly number[];
  /** Units of work for each size, see WorkBudget. */
  readonly budget?: number;
}

/**
 * Returns the best purchase for each number of proposals, without those that improve nothing over a
 * smaller number: most items, then the least landed total, the fewest proposals, the lowest
 * tie-breaks. The same offers give the same answer in any order and on any machine.
 */
export function combinationPoints(
  offers: readonly CombinationOffer[],
  { sizes = COMBINATION_SIZES, budget = COMBINATION_BUDGET }: CombinationOptions = {},
): Combinations {
  const model = combinationModel(offers);
  if (model === null) return { ok: false, reason: 'amounts_too_large' };
  const points: CombinationPoint[] = [];
  let purchase = emptyPurchase(model.positions.length);
  for (const most of sizes) {
    const answer = bestPurchase(model, most, purchase, { left: budget });
    const point = pointOf(model, most, answer);
    const last = points.at(-1);
    if (point.covered > (last?.covered ?? 0) || (last && point.landedTotal < last.landedTotal))
      points.push(point);
    ({ purchase } = answer);
  }
  return { ok: true, points };
}

function pointOf(
  model: CombinationModel,
  most: number,
  { purchase, coveredBound, costBound }: BestPurchase,
): CombinationPoint {
  const purchases = purchase.used.flatMap((index) => {
    const offer = model.offers[index];
    const bought = model.positions.filter((_, item) => purchase.sources[item] === index);
    return offer === undefined ? [] : [purchaseOf(offer, bought)];
  });
  const itemsAmount = sum(purchases.map((each) => each.itemsAmount));
  const freightAmount = sum(purchases.map((each) => each.freightAmount));
  return {
    most,
    covered: purchase.covered,
    itemsAmount,
    freightAmount,
    landedTotal: itemsAmount + freightAmount,
    proven: coveredBound === purchase.covered && costBound === purchase.cost,
    coveredBound,
    costBound: BigInt(Math.floor(costBound / model.unit)),
    purchases,
  };
}

function purchaseOf(offer: CombinationOffer, bought: readonly number[]): CombinationPurchase {
  const shares = sharesOf(offer);
  const items = bought.map((position) => ({
    position,
    amount: offer.prices[position] ?? 0n,
    freightShare: shares.get(position) ?? 0n,
  }));
  return {
    proposal: offer.proposal,
    itemsAmount: sum(items.map(({ amount }) => amount)),
    freightAmount:
      offer.freightRule === 'full'
        ? offer.freight
        : sum(items.map(({ freightShare }) => freightShare)),
    items,
  };
}

const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);
