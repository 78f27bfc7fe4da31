import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { asideReason } from '@lavra/domain/proposal/competing';
import { isOffered } from '@lavra/domain/proposal/proposal-rules';
import { startService } from '../../../test/service.ts';
import { competesSql, offeredSql, unwantedSql } from './offered-sql.ts';

const service = await startService();

const features = new URL('..', import.meta.url).pathname;

describe('the SQL condition for an offered item', () => {
  it('is written in one file only', async () => {
    const files = await readdir(features, { recursive: true });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const asking = await Promise.all(
      sources.map(async (file) => {
        const text = await readFile(join(features, file), 'utf8');
        return /unit_price\s*(?:>|<>|IS NOT NULL)/i.test(text) ? [file] : [];
      }),
    );
    assert.deepEqual(asking.flat(), []);
  });

  it('agrees with the rule of the domain for every price and total', async () => {
    const prices = [null, '0', '0.0000', '0.0001', '1', '9999999999999.99'];
    const totals = ['0', '0.00', '0.01', '1', '9999999999999.99'];
    for (const price of prices) {
      for (const total of totals) {
        const { rows } = await sql<{ offered: boolean | null }>`
          SELECT ${sql.raw(offeredSql('pi'))} AS offered
          FROM (VALUES (${price}::numeric(17, 4), ${total}::numeric(15, 2))) AS pi(unit_price, total_price)
        `.execute(service.db.q);
        const unitPrice = price === null ? null : Number(price);
        const expected = isOffered({ unitPrice, totalPrice: Number(total) });
        assert.deepEqual([price, total, rows[0]?.offered], [price, total, expected]);
      }
    }
  });

  it('agrees with the domain on which offers compete', async () => {
    for (const allow_similar of [true, false])
      for (const offers_similar of [true, false])
        for (const product_id of [1, 2])
          for (const quantity of ['299.999', '300', '301']) {
            const { rows } = await sql<{ competes: boolean; unwanted: boolean }>`
              SELECT ${sql.raw(competesSql('pi', 'oi'))} AS competes,
                ${sql.raw(unwantedSql('pi', 'oi'))} AS unwanted
              FROM (VALUES (1::numeric, 1::numeric, ${quantity}::numeric,
                  ${offers_similar}::boolean, ${product_id}::bigint))
                AS pi(unit_price, total_price, quantity, offers_similar, product_id),
              (VALUES (300::numeric, ${allow_similar}::boolean, 1::bigint)) AS oi(quantity, allow_similar, product_id)
            `.execute(service.db.q);
            const reason = asideReason(
              { product_id, offers_similar, quantity: Number(quantity) },
              { product_id: 1, allow_similar, quantity: 300 },
            );
            assert.deepEqual(
              [rows[0]?.competes, rows[0]?.unwanted],
              [reason === null, reason === 'similar_not_accepted'],
            );
          }
  });
});
