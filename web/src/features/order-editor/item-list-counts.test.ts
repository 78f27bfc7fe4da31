import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listCounts } from './item-list-counts.ts';

it('the counts of a list that was brought add up to its rows', () => {
  assert.equal(listCounts(6, 2, 1), '6 linhas com produto, 2 delas para conferir, 1 sem produto.');
  assert.equal(listCounts(1, 1, 0), '1 linha com produto, para conferir.');
  assert.equal(listCounts(3, 3, 0), '3 linhas com produto, para conferir.');
  assert.equal(listCounts(4, 0, 0), '4 linhas com produto.');
  assert.equal(listCounts(0, 0, 1), 'Nenhuma linha com produto, 1 sem produto.');
});
