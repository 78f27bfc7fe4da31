import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { createNameFinder } from './name-finder.ts';

/** Folds to eighteen characters, four words. */
const LONG_FOLD = '\uFDFA';

describe('the cost of masking', () => {
  it('is at most two steps per letter, and one per word for each name that ends there', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', 'c', 'ab', 'ba', LONG_FOLD, 'ﬃ'), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => parts.join(''));
    const words = (most: number) =>
      fc
        .tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom(' ', ' - ', ''))
        .map(([list, gap]) => list.join(gap).repeat(most).slice(0, most));
    fc.assert(
      fc.property(
        fc.array(words(200), { minLength: 1, maxLength: 12 }),
        words(2_000),
        (names, text) => {
          const letters = text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '').length;
          const found = text.split(/[^\p{L}\p{N}]+/u).length;
          return createNameFinder(names).search(text).steps <= 2 * letters + found * names.length;
        },
      ),
      { numRuns: 150 },
    );
  });
});
