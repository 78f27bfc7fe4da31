import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecisionContent } from './decision-content.ts';
import { mostShown, shortened, shownProposals } from './decision-size.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A record as it was written before there was a bound: each proposal answers each item. */
const recordOf = (items: number, proposals: number): DecisionContent => {
  const content = {
    items: times(items, () => ({ answers: times(proposals, (letter) => ({ letter })) })),
    proposals: times(proposals, (letter) => ({
      letter,
      status: letter === 1 ? 'cancelled' : 'submitted',
      priced_items: letter === 2 ? items - 1 : items,
      total_amount: String(1000 + proposals - letter),
    })),
    winners: [{ letter: 0, items, items_amount: '1', freight_amount: null }],
    chosen: 0,
  };
  return content as unknown as DecisionContent; // the parts that are looked at
};
const lettersIn = (content: DecisionContent): number[] =>
  shownProposals(content).map(({ letter }) => letter);

describe('a decision record', () => {
  it('shows all proposals as long as their answers fit', () => {
    assert.deepEqual([mostShown(14), mostShown(1000), mostShown(100_000)], [200, 20, 1]);
    const content = recordOf(1000, 20);
    assert.equal(shortened(content), content);
    assert.equal(lettersIn(content).length, 20);
  });

  it('shows of more the chosen one, and then those that price most items for the least', () => {
    const short = shortened(recordOf(5000, 8));
    // 4 fit. Letter 0 won at the highest total; 1 was withdrawn, 2 lacks an item.
    assert.deepEqual(lettersIn(short), [0, 5, 6, 7]);
    assert.ok(short.items.every(({ answers }) => answers.length === 4));
    assert.equal(short.proposals.length, 8);
    assert.deepEqual(lettersIn(shortened(short, 1)), [0], 'what was bought from stays');
  });

  it('shows of too many winners those that sold most, and of the others what was bought', () => {
    const content = recordOf(1000, 100);
    const items = content.items.map((item, index) => ({ ...item, chosen: index % 99 }));
    const winners = times(99, (letter) => ({
      letter,
      items: letter < 10 ? 11 : 10,
      items_amount: '1',
      freight_amount: null,
    }));
    const short = shortened({ ...content, items, winners, chosen: null });
    assert.equal(lettersIn(short).length, 20);
    assert.deepEqual(
      lettersIn(short).slice(0, 10),
      times(10, (letter) => letter),
    );
    const lettersOf = (item: number) => short.items[item]?.answers.map(({ letter }) => letter);
    assert.deepEqual(lettersOf(0), lettersIn(short));
    assert.deepEqual(
      lettersOf(50),
      [...lettersIn(short), 50].toSorted((a, b) => a - b),
    );
  });
});
