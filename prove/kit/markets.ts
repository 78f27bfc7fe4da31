import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { createRandom } from '@lavra/domain/seeded.fixture';

/** Mixed suppliers offer 30 to 90 % of the items, specialists 5 to 20 %. */
export type MarketKind = 'mixed' | 'specialists';

/**
 * Returns the offers of a made-up order, the same for a seed: usual prices of R$ 200 to 60,000 an
 * item, up to 15 % around the supplier's own level; a third whole-only, a third with a minimum,
 * freight of 0 to 90 % of an average item for each.
 */
export function randomMarket(
  kind: MarketKind,
  size: { readonly items: number; readonly proposals: number },
  seed: number,
): CombinationOffer[] {
  const random = createRandom(seed);
  const between = (least: number, most: number): number => least + random.next() * (most - least);
  const usual = Array.from({ length: size.items }, () =>
    Math.exp(between(Math.log(20_000), Math.log(6_000_000))),
  );
  const average = usual.reduce((sum, price) => sum + price, 0) / size.items;
  const cents = (amount: number): bigint => BigInt(Math.round(amount));
  return Array.from({ length: size.proposals }, (_, index): CombinationOffer => {
    const share = kind === 'mixed' ? between(0.3, 0.9) : between(0.05, 0.2);
    const level = between(0.9, 1.15);
    const prices = usual.map((price) =>
      random.chance(share) ? cents(price * level * between(0.85, 1.15)) : null,
    );
    const total = prices.reduce<bigint>((sum, price) => sum + (price ?? 0n), 0n);
    return {
      proposal: `P${index}`,
      tieBreak: String(Math.floor(random.next() * 1e12)).padStart(12, '0') + index,
      partial: random.chance(2 / 3),
      minimum: random.chance(1 / 3) ? (total * BigInt(Math.floor(between(5, 40)))) / 100n : 0n,
      freight: cents(average * between(0, 0.9)),
      freightRule: random.chance(0.5) ? 'full' : 'proportional',
      prices,
    };
  });
}

/**
 * Returns the offers of a later round: an earlier one has bought a quarter of the items from some of
 * them, each the rest of its freight and of its minimum, and none may be bought again.
 */
export function laterRound(offers: readonly CombinationOffer[], seed: number): CombinationOffer[] {
  const random = createRandom(seed);
  const items = offers[0]?.prices.length ?? 0;
  const buyers = offers.map((): number[] => []);
  for (let position = 0; position < items; position += 1) {
    const sellers = [...offers.keys()].filter(
      (at) => (offers[at]?.prices[position] ?? null) !== null,
    );
    if (sellers.length > 0 && random.chance(1 / 4)) buyers[random.of(sellers)]?.push(position);
  }
  const gone = buyers.flat();
  return offers.map((offer, at): CombinationOffer => {
    const bought = buyers[at] ?? [];
    const before = bought.reduce((sum, position) => sum + (offer.prices[position] ?? 0n), 0n);
    return {
      ...offer,
      bought,
      excluded: gone.filter(
        (position) => !bought.includes(position) && (offer.prices[position] ?? null) !== null,
      ),
      minimum: offer.minimum > before ? offer.minimum - before : 0n,
      freight: offer.freightRule === 'full' && bought.length > 0 ? 0n : offer.freight,
    };
  });
}
