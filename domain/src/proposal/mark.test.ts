import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { fold } from '../text/fold.ts';
import { leafColors, markNames } from './mark-names.ts';
import {
  compareMarks,
  markedProposal,
  markOf,
  marksFoundBy,
  matchesMark,
  treeRanks,
  withMark,
} from './mark.ts';

const numbers = fc.integer({ min: 0, max: 999_999 });

/** Returns how many letters have to be changed, added or removed to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [place, against] of other.split('').entries())
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + (letter === against ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('the names of marks', () => {
  it('are sixty, none of which is misheard for another: three letters differ at least', () => {
    assert.equal(markNames.length, 60);
    const folded = markNames.map(fold);
    for (const [index, name] of folded.entries())
      for (const other of folded.slice(0, index))
        assert.ok(distance(name, other) >= 3, `${name} and ${other}`);
  });

  it('can be printed and typed: letters and hyphens, fourteen at most', () => {
    for (const name of markNames) assert.match(name, /^\p{Lu}[\p{Ll}-]{2,13}$/u);
  });
});

describe('a mark', () => {
  it('is a tree, and after sixty the tree with a number', () => {
    const expected = {
      0: 'Ipê',
      1: 'Jatobá',
      59: 'Virola',
      60: 'Ipê 2',
      61: 'Jatobá 2',
      120: 'Ipê 3',
    };
    for (const [number, name] of Object.entries(expected))
      assert.equal(markOf(Number(number)).name, name);
    assert.equal(markedProposal(markOf(60)), 'Proposta Ipê 2');
    assert.equal(withMark('Proposta B', markOf(0)), 'Proposta B · Ipê');
  });

  it('has a name of its own, and the leaf of its tree', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        assert.equal(markOf(one).name === markOf(other).name, one === other);
        assert.equal(markOf(one).leaf, markOf(one % markNames.length).leaf);
      }),
    );
    const used = new Set(markNames.map((_, number) => markOf(number).leaf));
    assert.deepEqual(used, new Set(leafColors));
  });

  it('exists for whole numbers from zero only', () => {
    for (const number of [-1, 0.5, Number.NaN, Infinity])
      assert.throws(() => markOf(number), RangeError);
  });
});

describe('sorting by mark', () => {
  const sorted = (...wanted: string[]): string[] =>
    wanted
      .map((name) => ({ name }))
      .toSorted(compareMarks)
      .map(({ name }) => name);

  it('goes by the alphabet, accents aside, and by number within a tree', () => {
    assert.deepEqual(sorted('Jatobá', 'Ipê 10', 'Ingá', 'Ipê', 'Imbuia', 'Ipê 2', 'Aroeira'), [
      'Aroeira',
      'Imbuia',
      'Ingá',
      'Ipê',
      'Ipê 2',
      'Ipê 10',
      'Jatobá',
    ]);
  });

  it('is one order for all: two marks are equal only to themselves', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const way = Math.sign(compareMarks(markOf(one), markOf(other)));
        assert.equal(way === 0, one === other);
        assert.equal(way + Math.sign(compareMarks(markOf(other), markOf(one))), 0);
      }),
    );
  });
});

describe('sorting by tree and number', () => {
  it('is sorting by name', () => {
    const ranks = treeRanks();
    const trees = markNames.length;
    const place = (number: number): number =>
      (ranks[number % trees] ?? -1) * 20_000 + Math.floor(number / trees);
    fc.assert(
      fc.property(numbers, numbers, (one, other) =>
        assert.equal(
          Math.sign(place(one) - place(other)),
          Math.sign(compareMarks(markOf(one), markOf(other))),
        ),
      ),
    );
  });
});

describe('searching by mark', () => {
  it('takes a part of the name, with or without accents, in any case', () => {
    for (const search of ['Ipê', 'ipe', ' IPÊ ', 'ip', 'ipe 2'])
      assert.ok(matchesMark({ name: 'Ipê 2' }, search), search);
    for (const search of ['Jatobá', 'ipe 3', 'ipê-roxo'])
      assert.ok(!matchesMark({ name: 'Ipê 2' }, search), search);
  });

  it('by number finds the same marks as by name', () => {
    for (const search of ['Ipê', 'ipe', ' IPÊ 2', 'a', 'ro 1', '7', 'COT-2026-000123', 'soja'])
      assert.deepEqual(
        marksFoundBy(search),
        Array.from({ length: 3_000 }, (_, number) => number).filter((number) =>
          matchesMark(markOf(number), search),
        ),
        search,
      );
  });

  it('finds every mark by what is printed', () => {
    fc.assert(
      fc.property(numbers, (number) =>
        matchesMark(markOf(number), markOf(number).name.toUpperCase()),
      ),
    );
  });
});
