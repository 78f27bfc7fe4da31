import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countOf,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatUnitPrice,
  parseDecimal,
  readDecimal,
} from './decimal.ts';

const plainSpaces = (text: string): string => text.replaceAll('\u00A0', ' ');

describe('numbers as people type them', () => {
  it('are read with a comma, with points for thousands, and with a point for decimals', () => {
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

  it('are refused when they are none', () => {
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

  it('become a number only within their decimals', () => {
    assert.equal(readDecimal('21,4892', 4), 21.4892);
    assert.equal(readDecimal('21,4892', 2), undefined);
    assert.equal(readDecimal('21,5000', 2), 21.5);
    assert.equal(readDecimal('x', 2), undefined);
  });
});

describe('numbers as they are shown', () => {
  it('are money with an unbreakable space', () => {
    assert.equal(formatMoney(1234.5), 'R$\u00A01.234,50');
    assert.equal(plainSpaces(formatCompactMoney(1_234_000)), 'R$ 1,2 mi');
  });

  it('are unit prices of two to four decimals', () => {
    assert.equal(plainSpaces(formatUnitPrice(21.4892)), 'R$ 21,4892');
    assert.equal(plainSpaces(formatUnitPrice(157)), 'R$ 157,00');
  });

  it('are quantities with their unit, percents and counts in words', () => {
    assert.equal(plainSpaces(formatQuantity(1250.5, 'ha')), '1.250,5 ha');
    assert.equal(formatPercent(12.34), '12,3%');
    const words = ['proposta', 'propostas'] as const;
    assert.deepEqual(
      [0, 1, 2, 5571].map((n) => countOf(n, words, 'Nenhuma proposta')),
      ['Nenhuma proposta', '1 proposta', '2 propostas', '5.571 propostas'],
    );
  });
});
