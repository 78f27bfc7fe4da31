import { canBeUsed, purchasable, sharesOf, type CombinationOffer } from './combination-model.ts';

/** Another offer for an item; amounts in cents. */
export interface Alternative {
  readonly proposal: string;
  readonly amount: bigint;
  /** Its share of a proportional freight; 0 where the freight is due in full. */
  readonly freightShare: bigint;
}

/** No item shows more than three proposals: the one bought from and two others. */
const MOST = 2;

/**
 * Creates the look-up of an item's next cheapest offers, its share of the freight included, by
 * position in the order and without the proposal that it is bought from. At most two, the cheapest
 * first, ties by tie-break.
 */
export function createAlternatives(
  offers: readonly CombinationOffer[],
): (position: number, boughtFrom: string) => Alternative[] {
  const cheapest = new Map<number, Alternative[]>();
  const byTieBreak = offers
    .filter(canBeUsed)
    .toSorted((a, b) => (a.tieBreak < b.tieBreak ? -1 : a.tieBreak > b.tieBreak ? 1 : 0));
  for (const offer of byTieBreak) {
    const shares = sharesOf(offer);
    for (const position of purchasable(offer)) {
      const known = cheapest.get(position) ?? [];
      cheapest.set(position, known);
      keepCheapest(known, {
        proposal: offer.proposal,
        amount: offer.prices[position] ?? 0n,
        freightShare: shares.get(position) ?? 0n,
      });
    }
  }
  return (position, boughtFrom) =>
    (cheapest.get(position) ?? []).filter(({ proposal }) => proposal !== boughtFrom).slice(0, MOST);
}

/** Keeps the cheapest, one more than are shown: one of them may be the one that is bought. */
function keepCheapest(known: Alternative[], offer: Alternative): void {
  const at = known.findIndex((other) => costOf(offer) < costOf(other));
  known.splice(at === -1 ? known.length : at, 0, offer);
  if (known.length > MOST + 1) known.pop();
}

const costOf = ({ amount, freightShare }: Alternative): bigint => amount + freightShare;
