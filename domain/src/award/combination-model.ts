import { freightShares } from './freight-share.ts';

/** What a proposal offers for a combination; amounts in cents. */
export interface CombinationOffer {
  /** Names the proposal in the result. */
  readonly proposal: string;
  /** The lower one wins a last tie; different for each proposal of the order. */
  readonly tieBreak: string;
  /** Whether some of its items may be bought; otherwise all that are priced, or none. */
  readonly partial: boolean;
  /** The least sum of item totals still to be bought, freight apart; 0 for none. */
  readonly minimum: bigint;
  /** 0 where none is stated, and for a full one that an earlier round has paid. */
  readonly freight: bigint;
  readonly freightRule: 'full' | 'proportional';
  /** The total of each of the order's items, by its position; null where there is no offer. */
  readonly prices: readonly (bigint | null)[];
  /** The positions of priced items that may not be bought; they keep their share of the freight. */
  readonly excluded?: readonly number[];
  /** Those that earlier rounds bought from it; "all its items" are then the others. */
  readonly bought?: readonly number[];
}

/**
 * An offer as the search reads it: its items that may be bought, ascending, and for each the cost
 * (with its share of a proportional freight) in units and the item total in cents.
 */
export interface Candidate {
  readonly items: Int32Array;
  readonly costs: Float64Array;
  readonly values: Float64Array;
  /** What using it costs by itself, in units: a full freight, and one for the proposal. */
  readonly fixed: number;
  /** In cents; 0 where nothing has to be watched. */
  readonly minimum: number;
  readonly whole: boolean;
}

/**
 * The question in numbers. An amount of one cent is `unit` units and each proposal used costs `step`
 * more, so that the least cost in units is the least landed cost and then the fewest proposals. All
 * costs are multiples of `step`: multipliers, which are whole, may lie between two of them.
 */
export interface CombinationModel {
  /** The positions in the order of the items that can be bought, ascending; `Candidate.items` index it. */
  readonly positions: readonly number[];
  /** By tie-break, the lowest first. */
  readonly candidates: readonly Candidate[];
  /** The offers of the candidates, by the same index. */
  readonly offers: readonly CombinationOffer[];
  readonly unit: number;
  readonly step: number;
}

/** Sums of whole numbers below this are exact, with room for two of them. */
const LARGEST = 2 ** 51;
/** Finer steps bring a bound nearer to the cost where proposals cost the same; smaller when amounts are large. */
const FINEST = 6;

/**
 * Returns the model; null when the amounts are too large to add exactly (2^53). Leaves out the
 * proposals from which nothing can be bought.
 */
export function combinationModel(all: readonly CombinationOffer[]): CombinationModel | null {
  const offers = all
    .filter(canBeUsed)
    .toSorted((a, b) => (a.tieBreak < b.tieBreak ? -1 : a.tieBreak > b.tieBreak ? 1 : 0));
  const positions = [...new Set(offers.flatMap(purchasable))].toSorted((a, b) => a - b);
  const index = new Map(positions.map((position, at) => [position, at]));
  const unit = Math.min(offers.length, positions.length) + 1;
  const candidates = offers.map((offer) => candidateOf(offer, index, unit));
  const doublings = Math.floor(Math.log2(LARGEST / (mostCost(candidates, positions.length) + 1)));
  if (doublings < 0) return null;
  const step = 2 ** Math.min(FINEST, doublings);
  return {
    positions,
    candidates: candidates.map((candidate) => ({
      ...candidate,
      costs: candidate.costs.map((cost) => cost * step),
      fixed: candidate.fixed * step,
    })),
    offers,
    unit: unit * step,
    step,
  };
}

/** Returns the positions of the items that may be bought from it, ascending. */
export function purchasable(offer: CombinationOffer): number[] {
  const excluded = new Set(offer.excluded);
  return remainingOf(offer).filter((position) => !excluded.has(position));
}

/** Returns whether anything can be bought from it under its terms. */
export function canBeUsed(offer: CombinationOffer): boolean {
  const items = purchasable(offer);
  if (items.length === 0) return false;
  return isWhole(offer)
    ? items.length === remainingOf(offer).length
    : sumOf(items, offer) >= offer.minimum;
}

/** Returns whether all or nothing is bought: buying all meets even a minimum above their total. */
const isWhole = (offer: CombinationOffer): boolean =>
  !offer.partial || sumOf(remainingOf(offer), offer) < offer.minimum;

function remainingOf(offer: CombinationOffer): number[] {
  const bought = new Set(offer.bought);
  return pricedOf(offer).filter((position) => !bought.has(position));
}

const pricedOf = ({ prices }: CombinationOffer): number[] =>
  [...prices.keys()].filter((position) => (prices[position] ?? null) !== null);

const sumOf = (positions: readonly number[], { prices }: CombinationOffer): bigint =>
  positions.reduce((sum, position) => sum + (prices[position] ?? 0n), 0n);

/** Returns what each item carries of the freight by position, in cents; 0 where it is due in full. */
export function sharesOf(offer: CombinationOffer): Map<number, bigint> {
  if (offer.freightRule === 'full') return new Map();
  const priced = pricedOf(offer);
  const shares = freightShares(
    offer.freight,
    priced.map((position) => offer.prices[position] ?? 0n),
  );
  return new Map(priced.map((position, at) => [position, shares[at] ?? 0n]));
}

function candidateOf(
  offer: CombinationOffer,
  index: ReadonlyMap<number, number>,
  unit: number,
): Candidate {
  const items = purchasable(offer);
  const shares = sharesOf(offer);
  const values = items.map((position) => Number(offer.prices[position] ?? 0n));
  return {
    items: Int32Array.from(items, (position) => index.get(position) ?? 0),
    costs: Float64Array.from(
      items,
      (position, at) => ((values[at] ?? 0) + Number(shares.get(position) ?? 0n)) * unit,
    ),
    values: Float64Array.from(values),
    fixed: (offer.freightRule === 'full' ? Number(offer.freight) : 0) * unit + 1,
    minimum: isWhole(offer) ? 0 : Number(offer.minimum),
    whole: isWhole(offer),
  };
}

/** Returns more than any purchase costs, in units: the dearest offer of each item, every freight. */
function mostCost(candidates: readonly Candidate[], items: number): number {
  const dearest = new Float64Array(items);
  let sum = 0;
  for (const { items: offered, costs, fixed } of candidates) {
    sum += fixed;
    for (const [at, item] of offered.entries())
      dearest[item] = Math.max(dearest[item] ?? 0, costs[at] ?? 0);
  }
  return dearest.reduce((total, cost) => total + cost, sum);
}
