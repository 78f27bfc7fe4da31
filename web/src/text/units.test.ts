import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatUnits, typedUnits } from './units.ts';

it('a quantity stands with its unit in words, one or many', () => {
  assert.equal(formatUnits(12.5, 'SC50'), '12,5 sacos de 50 kg');
  assert.equal(formatUnits(1, 'TON'), '1 tonelada');
  assert.equal(formatUnits(1200, 'L'), '1.200 litros');
  assert.equal(formatUnits(3, 'XYZ'), '3 XYZ');
  assert.equal(typedUnits('1', 'GL'), '1 galão');
  assert.equal(typedUnits('1.200', 'GL'), '1.200 galões');
  assert.equal(typedUnits('dez', 'GL'), 'dez galões');
  assert.equal(typedUnits('', 'GL'), '? galões');
});
