import { createHash } from 'node:crypto';
import type pg from 'pg';
import { registeredStatements } from '@lavra/server/platform/db/statement';
import { BENCH_NOW } from '../data/instant.ts';
import { supplierToken } from '../data/tokens.ts';
import { listStatement } from '../limits/list-statement.ts';
import { limitPool } from '../limits/pool.ts';
import { median, timeStatement } from '../measure.ts';
import type { Row } from '../report.ts';
import type { Context } from './context.ts';

const SUPPLIER = 3;

/**
 * Measures only the list's statement, the service's and the comparison server's, over one
 * connection without HTTP.
 */
export async function statementRows({ bench, largest }: Context): Promise<Row[]> {
  await import('@lavra/server/features/supplier-orders/supplier-order-list'); // registers it
  const own = registeredStatements().find(({ name }) => name === 'supplier-order-list');
  if (own === undefined) throw new Error('the list has no statement of that name any more');
  const values: Readonly<Record<string, unknown>> = {
    token_hash: createHash('sha256').update(supplierToken(SUPPLIER)).digest(),
    now: BENCH_NOW,
    size: 15,
    skip: 0,
  };
  const pool = limitPool(largest.set.url, 1);
  const loop = (query: pg.QueryConfig): Promise<number> =>
    timeStatement(pool, query, bench.milliseconds / 2);
  const times: { ours: number; limit: number }[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    times.push({
      ours: await loop({
        name: own.name,
        text: own.text,
        values: own.parameters.map((name) => values[name]),
      }),
      limit: await loop({ ...listStatement, values: [SUPPLIER] }),
    });
  }
  await pool.end();
  const measured = times.slice(1); // the first round warms up
  const [ours, limit] = [
    median(measured.map((time) => time.ours)),
    median(measured.map((time) => time.limit)),
  ];
  return [
    {
      what: "the list's statement alone, of the limit's",
      value: limit / ours,
      detail: `p50 ${ours.toFixed(2)} / ${limit.toFixed(2)} ms, one client`,
    },
  ];
}
