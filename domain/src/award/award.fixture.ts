import { fc } from '../seeded.fixture.ts';
import type { CombinationOffer } from './combination-model.ts';

/**
 * Returns the offer of a proposal named like its tie-break: whole, without a minimum and without
 * freight where nothing else is said. Prices in cents.
 */
export const offerOf = (
  proposal: string,
  prices: readonly (number | null)[],
  terms: Partial<CombinationOffer> = {},
): CombinationOffer => ({
  proposal,
  tieBreak: proposal,
  partial: false,
  minimum: 0n,
  freight: 0n,
  freightRule: 'full',
  prices: prices.map((price) => (price === null ? null : BigInt(price))),
  ...terms,
});

/** Markets of up to four items and five proposals, with amounts so small that many costs are equal. */
export const smallMarkets: fc.Arbitrary<readonly CombinationOffer[]> = fc
  .integer({ min: 1, max: 4 })
  .chain((items) => {
    const cents = fc.bigInt({ min: 0n, max: 12n });
    const terms = fc.record({
      partial: fc.boolean(),
      minimum: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 40n })),
      freight: fc.oneof(fc.constant(0n), cents),
      freightRule: fc.constantFrom('full' as const, 'proportional' as const),
      prices: fc.array(fc.option(cents, { freq: 2 }), { minLength: items, maxLength: items }),
      excluded: fc.oneof(fc.constant([]), fc.array(fc.nat(items - 1), { maxLength: 1 })),
      bought: fc.oneof(fc.constant([]), fc.array(fc.nat(items - 1), { maxLength: 1 })),
    });
    return fc.array(terms, { maxLength: 5 });
  })
  .map((list) =>
    list.map((terms, index) => ({ ...terms, proposal: `P${index}`, tieBreak: `P${index}` })),
  );
