import type { CombinationOffer } from './combination-model.ts';
import { freightShares } from './freight-share.ts';

/** The best purchase, found by looking at all of them; amounts in cents. */
export interface BestPurchase {
  readonly covered: number;
  readonly landed: bigint;
  /** The proposals bought from, by tie-break. */
  readonly used: readonly string[];
}

/** Looks at every way to buy every item: only for a handful of items and offers. */
export function bestOfEveryPurchase(
  offers: readonly CombinationOffer[],
  most: number,
): BestPurchase {
  const items = offers[0]?.prices.length ?? 0;
  const byTieBreak = offers.toSorted((a, b) => (a.tieBreak < b.tieBreak ? -1 : 1));
  let best: BestPurchase = { covered: 0, landed: 0n, used: [] };
  const sources: (CombinationOffer | null)[] = [];
  const visit = (): void => {
    const position = sources.length;
    if (position === items) {
      const found = purchaseOf(byTieBreak, sources, most);
      if (found !== undefined && isBetter(found, best)) best = found;
      return;
    }
    for (const source of [null, ...offers]) {
      if (source !== null && (source.prices[position] ?? null) === null) continue;
      if (source?.excluded?.includes(position) === true) continue;
      if (source?.bought?.includes(position) === true) continue;
      sources.push(source);
      visit();
      sources.pop();
    }
  };
  visit();
  return best;
}

function purchaseOf(
  offers: readonly CombinationOffer[],
  sources: readonly (CombinationOffer | null)[],
  most: number,
): BestPurchase | undefined {
  const used = offers.filter((offer) => sources.includes(offer));
  if (used.length > most) return undefined;
  let landed = 0n;
  for (const offer of used) {
    const { prices, partial, minimum, freight, freightRule } = offer;
    const priced = [...prices.keys()].filter((position) => (prices[position] ?? null) !== null);
    const remaining = priced.filter((position) => offer.bought?.includes(position) !== true);
    const bought = priced.filter((position) => sources[position] === offer);
    const amount = bought.reduce((sum, position) => sum + (prices[position] ?? 0n), 0n);
    if (!partial && bought.length < remaining.length) return undefined;
    if (amount < minimum && bought.length < remaining.length) return undefined;
    const shares = freightShares(
      freight,
      priced.map((position) => prices[position] ?? 0n),
    );
    landed +=
      amount +
      (freightRule === 'full'
        ? freight
        : bought.reduce((sum, position) => sum + (shares[priced.indexOf(position)] ?? 0n), 0n));
  }
  return {
    covered: sources.filter((source) => source !== null).length,
    landed,
    used: used.map(({ proposal }) => proposal),
  };
}

function isBetter(a: BestPurchase, b: BestPurchase): boolean {
  if (a.covered !== b.covered) return a.covered > b.covered;
  if (a.landed !== b.landed) return a.landed < b.landed;
  if (a.used.length !== b.used.length) return a.used.length < b.used.length;
  const at = a.used.findIndex((name, index) => name !== b.used[index]);
  // Proposals are named like their tie-breaks here.
  return at !== -1 && (a.used[at] ?? '') < (b.used[at] ?? '');
}
