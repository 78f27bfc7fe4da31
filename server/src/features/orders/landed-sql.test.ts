import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { formatDecimal, parseDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import { freightKindsWithoutAmount, freightOf, landedTotal } from '@lavra/domain/proposal/freight';
import { startService } from '../../../test/service.ts';
import { landedTotalSql } from './landed-sql.ts';

const service = await startService();

const unitsOf = (amount: string): bigint => {
  const parsed = parseDecimal(amount, AMOUNT_SCALE);
  assert.ok(parsed.ok);
  return parsed.units;
};

describe('the SQL expression for a total with freight', () => {
  it('agrees with the rule of the domain for every kind, with and without an amount', async () => {
    for (const kind of [null, ...freightKindsWithoutAmount]) {
      for (const amount of [null, '0.00', '850.55']) {
        const { rows } = await sql<{ landed: string | null }>`
          SELECT ${sql.raw(landedTotalSql('p'))}::text AS landed
          FROM (VALUES (1000.10::numeric(15, 2), ${amount}::numeric(15, 2), ${kind}::text))
            AS p(total_amount, freight_amount, freight_kind)`.execute(service.db.q);
        const landed = landedTotal(
          unitsOf('1000.10'),
          freightOf(kind, amount === null ? null : unitsOf(amount)),
        );
        const expected = landed.isKnown ? formatDecimal(landed.total, AMOUNT_SCALE) : null;
        assert.deepEqual([kind, amount, rows[0]?.landed], [kind, amount, expected]);
      }
    }
  });
});
