import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settleQuantity, splitWrittenItem } from './written-quantity.ts';

const split = (line: string): string => {
  const { product, quantity, unit } = splitWrittenItem(line);
  return [product, quantity, unit].join('|');
};
const symbols = ['KG', 'TON', 'SC50', 'SC60', 'SC40', 'L', 'UN', 'GL', 'CX'];
const settle = (quantity: string, unit: string, wanted: string): string | undefined => {
  const settled = settleQuantity({ quantity, unit }, { unit: wanted }, symbols);
  return settled && `${settled.quantity} ${settled.unit}`;
};

describe('a line as written', () => {
  it('is split into product, quantity and unit, whatever their order', () => {
    assert.equal(split('50 sacos de ureia'), 'ureia|50|sacos');
    assert.equal(split('Ureia - 1.200 kg'), 'Ureia|1.200|kg');
    assert.equal(split('ureia: 50'), 'ureia|50|');
    assert.equal(split('2 mil litros de glifosato'), 'glifosato|2.000|litros');
  });

  it('keeps formulas, concentrations, varieties and formulation codes in the name', () => {
    assert.equal(split('MAP 11-52 10 ton'), 'MAP 11-52|10|ton');
    assert.equal(split('2,4-D 806 200 lt'), '2,4-D 806|200|lt');
    assert.equal(split('Elatus 300 g/kg 40 kg'), 'Elatus 300 g/kg|40|kg');
    assert.equal(split('Soja M 6410 IPRO 80 sc'), 'Soja M 6410 IPRO|80|sc');
    assert.equal(split('Boral 500 SC 20 L'), 'Boral 500 SC|20|L');
    assert.equal(split('Glifosato 480'), 'Glifosato 480||');
  });

  it('has the size of the package with the unit, also where it is written apart', () => {
    assert.equal(split('10 gl Roundup 20 L'), 'Roundup|10|gl 20 L');
    assert.equal(split('Roundup 20L - 10 un'), 'Roundup|10|un 20 L');
    assert.equal(split('Zapp 20x20L'), 'Zapp|20|un 20l');
    assert.equal(split('5 cx 4x5L Priori'), 'Priori|5|cx 4x5L');
  });
});

describe('a written quantity', () => {
  it('stays as written in a unit that the platform has', () => {
    for (const [unit, symbol] of [
      ['kg', 'KG'],
      ['Lts', 'L'],
      ['t', 'TON'],
      ['und', 'UN'],
      ['sc 50', 'SC50'],
      ['Saco de 60 kg', 'SC60'],
      ['gl', 'GL'],
    ] as const)
      assert.equal(settle('10,5', unit, 'KG'), `10,5 ${symbol}`, unit);
  });

  it('is converted only where unit and size make it exact', () => {
    assert.equal(settle('50', 'sacos', 'SC50'), '50 SC50');
    assert.equal(settle('50', 'sacos', 'KG'), undefined);
    assert.equal(settle('10', 'gl 20 L', 'L'), '200 L');
    assert.equal(settle('5', 'bag 1000 kg', 'SC50'), '100 SC50');
    assert.equal(settle('5', 'bag', 'SC50'), undefined);
    assert.equal(settle('3', 'saco 25 kg', 'SC50'), '75 KG');
    assert.equal(settle('3', 'balde', 'L'), undefined);
    assert.equal(settle('dez', 'gl 20 L', 'L'), undefined);
  });

  it('weighs the same after a conversion as before it', () => {
    const kilograms: Readonly<Record<string, number>> = { KG: 1, TON: 1000, SC50: 50, SC60: 60 };
    for (const wanted of ['KG', 'TON', 'SC50', 'SC60'])
      for (let count = 1; count <= 40; count += 1)
        for (const size of [1, 5, 20, 25, 50, 60, 750, 1000]) {
          const settled = settleQuantity(
            { quantity: String(count), unit: `bag ${size} kg` },
            { unit: wanted },
            symbols,
          );
          assert.ok(settled !== undefined);
          const total = Number(settled.quantity) * (kilograms[settled.unit] ?? 0);
          assert.ok(Math.abs(total - count * size) < 1e-6, `${count} × ${size} kg in ${wanted}`);
        }
  });
});
