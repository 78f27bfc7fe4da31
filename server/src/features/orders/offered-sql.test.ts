import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { isOffered } from '@lavra/domain/proposal/proposal-rules';
import { startService } from '../../../test/service.ts';
import { offeredSql } from './offered-sql.ts';

const service = await startService();

const features = new URL('..', import.meta.url).pathname;

describe('whether an item is offered', () => {
  it('is asked of the database in one place alone', async () => {
    const files = await readdir(features, { recursive: true });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const asking = await Promise.all(sources.map(async (file) => {
      const text = await readFile(join(features, file), 'utf8');
      return /unit_price\s*(?:>|<>|IS NOT NULL)/i.test(text) ? [file] : [];
    }));
    assert.deepEqual(asking.flat(), []);
  });

  it('is judged alike by the domain and by the database, for every price and quantity', async () => {
    const prices = [null, '0', '0.0000', '0.0001', '1', '9999999999999.99'];
    const quantities = ['0', '0.000', '0.001', '1', '9999999999999.99'];
    for (const price of prices) {
      for (const quantity of quantities) {
        const { rows } = await sql<{ offered: boolean | null }>`
          SELECT ${sql.raw(offeredSql('pi'))} AS offered
          FROM (VALUES (${price}::numeric(17, 4), ${quantity}::numeric(16, 3))) AS pi(unit_price, quantity)
        `.execute(service.db.q);
        const unitPrice = price === null ? null : Number(price);
        const expected = isOffered({ unitPrice, quantity: Number(quantity) });
        assert.deepEqual([price, quantity, rows[0]?.offered], [price, quantity, expected]);
      }
    }
  });
});
