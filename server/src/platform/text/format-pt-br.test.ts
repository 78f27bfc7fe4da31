import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
} from './format-pt-br.ts';

describe('numbers for Brazilian readers', () => {
  it('have points, a comma and a no-break space when they are money', () => {
    assert.equal(formatMoney('1234.56'), 'R$\u00a01.234,56');
    assert.equal(formatMoney('269555'), 'R$\u00a0269.555,00');
    assert.equal(formatMoney('-0.5'), 'R$\u00a0-0,50');
    assert.equal(formatMoney('-0.00'), 'R$\u00a00,00');
  });

  it('keep every digit where a float would not', () => {
    assert.equal(formatMoney('9999999999999.99'), 'R$\u00a09.999.999.999.999,99');
    assert.equal(formatMoney('90071992547409931.01'), 'R$\u00a090.071.992.547.409.931,01');
  });

  it('have two decimals as a unit price, and up to four when they are significant', () => {
    assert.equal(formatUnitPrice('82.9000'), '82,90');
    assert.equal(formatUnitPrice('0.0125'), '0,0125');
    assert.equal(formatUnitPrice('1500.1230'), '1.500,123');
  });

  it('have up to three decimals as a quantity, with its unit', () => {
    assert.equal(formatQuantity('1000.000', 'L'), '1.000\u00a0L');
    assert.equal(formatQuantity('0.125', 'kg'), '0,125\u00a0kg');
    assert.equal(formatQuantity('100'), '100');
  });

  it('are refused when digits would be lost or the text is no decimal', () => {
    for (const wrong of ['1.005', '1e21', 'NaN', '', '1,5', '1.'])
      assert.throws(() => formatMoney(wrong), RangeError);
  });

  it('can be read back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (cents) => {
        const text = cents.toString().padStart(3, '0');
        const shown = formatAmount(`${text.slice(0, -2)}.${text.slice(-2)}`);
        assert.match(shown, /^\d{1,3}(\.\d{3})*,\d{2}$/);
        assert.equal(BigInt(shown.replace(/\D/g, '')), cents);
      }),
    );
  });
});

describe('dates for Brazilian readers', () => {
  it('show day, month and year', () => {
    assert.equal(formatDate('2026-11-20'), '20/11/2026');
    assert.equal(formatDate('2026-11-20 23:59:59'), '20/11/2026');
  });

  it('name the zone of a time and of a deadline', () => {
    assert.equal(
      formatDateTime('2026-11-20 14:30:05', 'horário de Brasília'),
      '20/11/2026 às 14h30 (horário de Brasília)',
    );
    assert.equal(
      formatDeadline('2026-11-20', 'horário de Brasília'),
      'até 20/11/2026 (23h59, horário de Brasília)',
    );
  });

  it('are refused when the text is no date', () => {
    assert.throws(() => formatDate('hoje'), RangeError);
    assert.throws(() => formatDateTime('2026-11-20', 'x'), RangeError);
  });
});
