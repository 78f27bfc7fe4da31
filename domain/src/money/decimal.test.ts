import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import {
  decimalToNumber,
  formatDecimal,
  maxUnits,
  parseDecimal,
  roundHalfAwayFromZero,
} from './decimal.ts';

const units = (value: number | string, scale: number): bigint | string => {
  const parsed = parseDecimal(value, scale);
  return parsed.ok ? parsed.units : parsed.reason;
};

describe('the decimal parser', () => {
  it('reads a JSON number by its shortest decimal string, never by its binary value', () => {
    assert.equal(units(1.005, 4), 10_050n);
    assert.equal(units(21.3925, 4), 213_925n);
    assert.equal(units(0.1, 4), 1_000n);
    assert.equal(units(7, 3), 7_000n);
  });

  it('reads exponents', () => {
    assert.equal(units(1e3, 2), 100_000n);
    assert.equal(units('1.5e3', 2), 150_000n);
    assert.equal(units('25E-1', 2), 250n);
    assert.equal(units(1e-7, 7), 1n);
    assert.equal(units(1e-7, 4), 'too_many_decimals');
    assert.equal(units(1e21, 4), 'too_large');
    assert.equal(units('1e99999', 4), 'too_large');
    assert.equal(units('1e-99999', 4), 'too_many_decimals');
  });

  it('ignores trailing zeros when it counts decimals', () => {
    assert.equal(units('1.5000000', 2), 150n);
    assert.equal(units('0.00000', 2), 0n);
    assert.equal(units(1.23456, 4), 'too_many_decimals');
    assert.equal(units(0.1 + 0.2, 4), 'too_many_decimals');
  });

  it('refuses text that is no number and negative numbers, but reads minus zero as zero', () => {
    for (const value of [
      Number.NaN,
      Infinity,
      '',
      ' ',
      'abc',
      '1,5',
      '0x10',
      '1.',
      '.5',
      '1_000',
      '٣',
    ]) {
      assert.equal(units(value, 2), 'not_a_number', String(value));
    }
    assert.equal(units(-Infinity, 2), 'not_a_number');
    assert.equal(units(-0.01, 2), 'negative');
    assert.equal(units('-1e30', 2), 'negative');
    assert.equal(units(-0, 2), 0n);
    assert.equal(units('-0.00', 2), 0n);
  });

  it('accepts at most 9,999,999,999,999.99 whatever the scale', () => {
    assert.equal(units(9_999_999_999_999.99, 2), 999_999_999_999_999n);
    assert.equal(units('9999999999999.99', 4), 99_999_999_999_999_900n);
    assert.equal(units('9999999999999.9901', 4), 'too_large');
    assert.equal(units('9999999999999.991', 2), 'too_large');
    assert.equal(units(10_000_000_000_000, 2), 'too_large');
    assert.equal(maxUnits(0), 9_999_999_999_999n);
  });

  it('returns every number that was written with few enough decimals', () => {
    const written = fc.bigInt({ min: 0n, max: 99_999_999_999n });
    fc.assert(
      fc.property(written, fc.integer({ min: 0, max: 4 }), (value, scale) => {
        const text = formatDecimal(value, scale);
        assert.equal(units(text, scale), value);
        assert.equal(units(Number(text), scale), value);
      }),
    );
  });

  it('never throws, whatever its input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double(), fc.string()),
        (value) => typeof parseDecimal(value, 4).ok === 'boolean',
      ),
    );
  });
});

describe('the decimal formatter', () => {
  it('pads a decimal to its scale', () => {
    assert.equal(formatDecimal(12_345n, 2), '123.45');
    assert.equal(formatDecimal(5n, 4), '0.0005');
    assert.equal(formatDecimal(-5n, 2), '-0.05');
    assert.equal(formatDecimal(42n, 0), '42');
  });

  it('returns the nearest JSON number, for presenters only', () => {
    assert.equal(decimalToNumber(999_999_999_999_999n, 2), 9_999_999_999_999.99);
    assert.equal(decimalToNumber(213_925n, 4), 21.3925);
  });
});

describe('rounding', () => {
  it('rounds a half up, and less than a half down', () => {
    assert.equal(roundHalfAwayFromZero(10_050n, 4, 2), 101n);
    assert.equal(roundHalfAwayFromZero(10_049n, 4, 2), 100n);
    assert.equal(roundHalfAwayFromZero(-10_050n, 4, 2), -101n);
    assert.equal(roundHalfAwayFromZero(101n, 2, 4), 10_100n);
  });
});
