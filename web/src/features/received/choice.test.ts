import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseFrom, readChoice, toggleChoice, writeChoice } from './choice.ts';

const known = ['a', 'b', 'c', 'd'];

it('takes three at most, of this order, each once, wherever the wish comes from', () => {
  assert.deepEqual(chooseFrom(['a', 'b'], known), { chosen: ['a', 'b'] });
  assert.deepEqual(chooseFrom(['a', 'a', 'b'], known), { chosen: ['a', 'b'] });
  assert.deepEqual(chooseFrom(['a', 'b', 'c', 'd'], known), {
    chosen: ['a', 'b', 'c'],
    notice: 'Você pode comparar até 3 propostas por vez.',
  });
  assert.deepEqual(chooseFrom(['a', 'x'], known), {
    chosen: ['a'],
    notice: 'Só é possível comparar propostas da mesma cotação.',
  });
});

it('refuses a fourth press, and lets one go to make room', () => {
  assert.deepEqual(toggleChoice(['a', 'b', 'c'], 'd'), {
    chosen: ['a', 'b', 'c'],
    notice: 'Você já escolheu 3 propostas. Desmarque uma para trocar.',
  });
  assert.deepEqual(toggleChoice(['a', 'b', 'c'], 'b'), { chosen: ['a', 'c'] });
  assert.deepEqual(toggleChoice(['a', 'c'], 'd'), { chosen: ['a', 'c', 'd'] });
});

it('goes into an address and comes out again', () => {
  assert.equal(writeChoice(['a', 'b']), 'a,b');
  assert.equal(writeChoice([]), undefined);
  assert.deepEqual(readChoice('a, b,,c'), ['a', 'b', 'c']);
  assert.deepEqual([readChoice(undefined), readChoice(7)], [[], []]);
});
