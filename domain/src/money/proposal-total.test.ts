import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { formatDecimal } from './decimal.ts';
import {
  itemTotal,
  MAX_AMOUNT,
  parseQuantity,
  parseUnitPrice,
  priceProposal,
  QUANTITY_SCALE,
  UNIT_PRICE_SCALE,
} from './proposal-total.ts';

const MAX_UNITS = { price: 99_999_999n, quantity: 99_999_999n };

const price = (value: number): bigint => {
  const parsed = parseUnitPrice(value);
  return parsed.ok ? parsed.units : assert.fail(parsed.reason);
};
const quantity = (value: number): bigint => {
  const parsed = parseQuantity(value);
  return parsed.ok ? parsed.units : assert.fail(parsed.reason);
};

/**
 * Computes the total from decimal text by hand: long multiplication digit by digit, then rounding
 * by the first discarded digit.
 */
function oracleCents(priceText: string, quantityText: string): bigint {
  const product = longMultiplication(priceText.replace('.', ''), quantityText.replace('.', ''));
  const decimals = UNIT_PRICE_SCALE + QUANTITY_SCALE;
  const padded = product.padStart(decimals + 1, '0');
  const cents = BigInt(padded.slice(0, padded.length - decimals + 2));
  return Number(padded.at(-decimals + 2)) >= 5 ? cents + 1n : cents;
}

function longMultiplication(a: string, b: string): string {
  const cells = Array.from({ length: a.length + b.length }, () => 0);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const sum = Number(a[i]) * Number(b[j]) + (cells[i + j + 1] ?? 0);
      cells[i + j + 1] = sum % 10;
      cells[i + j] = (cells[i + j] ?? 0) + Math.floor(sum / 10);
    }
  }
  return cells.join('');
}

describe('the total of an item', () => {
  it('is the price times the quantity, with half a cent rounded up', () => {
    assert.equal(itemTotal(price(1.005), quantity(1)), 101n);
    assert.equal(itemTotal(price(1.0049), quantity(1)), 100n);
    assert.equal(itemTotal(price(0.0001), quantity(49.999)), 0n);
    assert.equal(itemTotal(price(0.0001), quantity(50)), 1n);
    assert.equal(itemTotal(price(0.1), quantity(3)), 30n);
    assert.equal(itemTotal(price(28.7712), quantity(0.333)), 958n);
    assert.equal(itemTotal(price(162.33), quantity(3_260_000)), 52_919_580_000n);
  });

  it('is undefined without a price or without a quantity', () => {
    assert.equal(itemTotal(null, quantity(10)), 0n);
    assert.equal(itemTotal(price(10), 0n), 0n);
  });

  it('equals long multiplication on 20,000 random items, and so does the sum of the totals', () => {
    const item = fc.record({
      unitPrice: fc.bigInt({ min: 0n, max: MAX_UNITS.price }),
      quantity: fc.bigInt({ min: 0n, max: MAX_UNITS.quantity }),
    });
    const [items] = fc.sample(
      fc.array(item, { minLength: 20_000, maxLength: 20_000, size: 'max' }),
      1,
    );
    assert.equal(items?.length, 20_000);
    for (const { unitPrice, quantity } of items ?? []) {
      const expected = oracleCents(
        formatDecimal(unitPrice, UNIT_PRICE_SCALE),
        formatDecimal(quantity, QUANTITY_SCALE),
      );
      assert.equal(itemTotal(unitPrice, quantity), expected, `${unitPrice} x ${quantity}`);
    }
  });
});

describe('the total of a proposal', () => {
  it('sums the rounded items and does not round the sum', () => {
    const item = { unitPrice: price(0.005), quantity: quantity(1) };
    assert.deepEqual(priceProposal([item, item, item]), {
      ok: true,
      itemTotals: [1n, 1n, 1n],
      total: 3n,
    });
    assert.deepEqual(priceProposal([]), { ok: true, itemTotals: [], total: 0n });
  });

  it('names the first item whose total exceeds the largest amount', () => {
    const fine = { unitPrice: price(1), quantity: quantity(1) };
    const huge = { unitPrice: price(9_999_999_999_999), quantity: quantity(2) };
    assert.deepEqual(priceProposal([fine, huge, huge]), { ok: false, tooLarge: [1, 2] });
  });

  it('refuses a sum above the maximum even when each item is below it', () => {
    const most = { unitPrice: price(9_999_999_999_999.99), quantity: quantity(1) };
    const cent = { unitPrice: price(0.01), quantity: quantity(1) };
    assert.deepEqual(priceProposal([most]), {
      ok: true,
      itemTotals: [MAX_AMOUNT],
      total: MAX_AMOUNT,
    });
    assert.deepEqual(priceProposal([most, cent]), { ok: false, tooLarge: 'total' });
  });
});
