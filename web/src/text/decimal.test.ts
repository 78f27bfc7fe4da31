import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countOf,
  formatBytes,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  parseDecimal,
  readDecimal,
} from './decimal.ts';

const plainSpaces = (text: string): string => text.replaceAll('\u00A0', ' ');

describe('the parser of typed numbers', () => {
  it('reads a decimal comma, points for thousands, and a decimal point', () => {
    for (const [typed, digits] of [
      ['1.234,56', '1234.56'],
      ['1234,56', '1234.56'],
      ['1234.56', '1234.56'],
      ['R$ 1.234,50', '1234.5'],
      ['1.234', '1234'],
      ['1.234.567', '1234567'],
      ['0.500', '0.5'],
      ['0,5', '0.5'],
      [',5', '0.5'],
      ['12,', '12'],
      ['21.4892', '21.4892'],
      ['1.2345', '1.2345'],
      ['007', '7'],
      ['0', '0'],
      [' 15 ', '15'],
    ] as const)
      assert.equal(parseDecimal(typed), digits, typed);
  });

  it('refuses text that is no number', () => {
    for (const typed of [
      '',
      'abc',
      '-1',
      '1,2,3',
      '1.23.456',
      '12.34,5',
      '1e5',
      '--',
      'R$',
      '1 234 a',
      '.',
      ',',
    ])
      assert.equal(parseDecimal(typed), undefined, typed);
  });

  it('returns a number only within the allowed decimals', () => {
    assert.equal(readDecimal('21,4892', 4), 21.4892);
    assert.equal(readDecimal('21,4892', 2), undefined);
    assert.equal(readDecimal('21,5000', 2), 21.5);
    assert.equal(readDecimal('x', 2), undefined);
  });
});

describe('the formatter of numbers', () => {
  it('writes money with a no-break space', () => {
    assert.equal(formatMoney(1234.5), 'R$\u00A01.234,50');
    assert.equal(plainSpaces(formatCompactMoney(1_234_000)), 'R$ 1,2 mi');
    assert.equal(plainSpaces(formatCompactMoney(1_500)), 'R$ 1,5 mil');
    assert.equal(plainSpaces(formatCompactMoney(499.6)), 'R$ 499,60');
    assert.equal(plainSpaces(formatCompactMoney(0)), 'R$ 0');
  });

  it('writes unit prices with two to four decimals', () => {
    assert.equal(plainSpaces(formatUnitPrice(21.4892)), 'R$ 21,4892');
    assert.equal(plainSpaces(formatUnitPrice(157)), 'R$ 157,00');
  });

  it('writes sizes of files as people know them', () => {
    assert.deepEqual(
      [0, 600, 524_288, 1_048_575, 1_048_576, 1_572_864].map((bytes) =>
        plainSpaces(formatBytes(bytes)),
      ),
      ['1 KB', '1 KB', '512 KB', '1.024 KB', '1 MB', '1,5 MB'],
    );
  });

  it('writes quantities with their unit, and percentages and counts in words', () => {
    assert.equal(plainSpaces(formatQuantity(1250.5, 'ha')), '1.250,5 ha');
    assert.equal(formatPercent(12.34), '12,3%');
    const words = ['proposta', 'propostas'] as const;
    assert.deepEqual(
      [0, 1, 2, 5571].map((n) => countOf(n, words, 'Nenhuma proposta')),
      ['Nenhuma proposta', '1 proposta', '2 propostas', '5.571 propostas'],
    );
  });
});
