import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createUnitFinder, readUnits, unitKinds } from './units.ts';

const units = readUnits();
const findUnit = createUnitFinder(units);

describe('units of measure', () => {
  test('include the three units of the interface, each symbol once', () => {
    const symbols = units.map((unit) => unit.symbol);
    assert.equal(symbols.length, 14);
    assert.equal(new Set(symbols).size, 14);
    for (const symbol of ['L', 'KG', 'UN']) assert.ok(symbols.includes(symbol));
  });

  test('convert to a base unit of their kind, unless they are packages', () => {
    for (const unit of units) {
      assert.ok(unitKinds.includes(unit.kind));
      const base = units.find((other) => other.symbol === unit.base_unit);
      assert.equal(base?.kind, unit.kind === 'package' ? undefined : unit.kind);
      assert.equal(base?.base_factor, unit.kind === 'package' ? undefined : '1');
    }
  });

  test('no spelling means two units', () => {
    for (const unit of units) {
      for (const alias of unit.aliases) assert.equal(findUnit(alias)?.symbol, unit.symbol, alias);
    }
  });

  for (const [text, symbol] of [
    ['KG.', 'KG'],
    ['kG', 'KG'],
    ['Lt', 'L'],
    ['UND', 'UN'],
    ['uni', 'UN'],
    ['Galões', 'GL'],
    ['SC DE 50KG', 'SC50'],
    ['Saca  de 60 kg', 'SC60'],
    [' t ', 'TON'],
  ]) {
    test(`"${text}" is read as ${symbol}`, () =>
      assert.equal(findUnit(String(text))?.symbol, symbol));
  }

  for (const text of ['KG5', 'GF', 'saco', '']) {
    test(`"${text}" is not read as a unit`, () => assert.equal(findUnit(text), undefined));
  }
});
