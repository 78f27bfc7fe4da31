import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseFrom, readChoice, toggleChoice, writeChoice } from './choice.ts';

const known = ['a', 'b', 'c', 'd'];

it('the choice holds at most three proposals of this order, each once, whatever its source', () => {
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

it('the choice refuses a fourth proposal until one is removed', () => {
  assert.deepEqual(toggleChoice(['a', 'b', 'c'], 'd'), {
    chosen: ['a', 'b', 'c'],
    notice: 'Você já escolheu 3 propostas. Desmarque uma para trocar.',
  });
  assert.deepEqual(toggleChoice(['a', 'b', 'c'], 'b'), { chosen: ['a', 'c'] });
  assert.deepEqual(toggleChoice(['a', 'c'], 'd'), { chosen: ['a', 'c', 'd'] });
});

it('the choice is written into the address and read back', () => {
  assert.equal(writeChoice(['a', 'b']), 'a,b');
  assert.equal(writeChoice([]), undefined);
  assert.deepEqual(readChoice('a, b,,c'), ['a', 'b', 'c']);
  assert.deepEqual([readChoice(undefined), readChoice(7)], [[], []]);
});
