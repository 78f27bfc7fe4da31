import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countOf, daysOf, wordsFor } from './count-of.ts';

describe('a count in words', () => {
  it('takes the singular for one alone, and the plural for none and several', () => {
    const words = ['consultor', 'consultores'] as const;
    assert.deepEqual(
      [0, 1, 2].map((count) => countOf(count, words)),
      ['0 consultores', '1 consultor', '2 consultores'],
    );
    assert.deepEqual(
      [0, 1, 2].map((count) => wordsFor(count, words)),
      ['consultores', 'consultor', 'consultores'],
    );
    assert.deepEqual([1, 30].map(daysOf), ['1 dia', '30 dias']);
  });

  it('separates thousands, and says none in words where there are such', () => {
    assert.equal(countOf(1204, ['linha', 'linhas']), '1.204 linhas');
    assert.equal(countOf(0, ['linha', 'linhas'], 'nenhuma linha'), 'nenhuma linha');
  });
});
