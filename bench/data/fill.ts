import pg from 'pg';
import { BENCH_NOW, BENCH_TODAY } from './instant.ts';
import { marksSql, ordersSql, proposalsSql, purchasesSql, totalsSql } from './negotiation-sql.ts';
import { catalogueSql, peopleSql } from './people-sql.ts';
import { recordsSql, recordTables } from './records-sql.ts';

/**
 * Filled before their secondary indexes exist: building an index afterwards costs a tenth of
 * keeping it up to date.
 */
const BULK_TABLES = [
  'orders',
  'order_items',
  'proposals',
  'proposal_items',
  'purchases',
  'purchase_items',
  ...recordTables,
];

interface Release {
  readonly orders: readonly string[];
  readonly ends: readonly string[];
  readonly totals: readonly string[];
  readonly records: readonly string[];
}

/**
 * Fills a migrated database with reference data by bulk SQL; calls `report` with the duration of each
 * part. `orders`, `ends`, `totals` and `records` are the statements for orders with their items, for what
 * became of proposals, for the totals and for all else, by default as this release stores them.
 */
export async function fill(
  url: string,
  orders: number,
  report: (line: string) => void,
  release: Release = {
    orders: ordersSql,
    ends: purchasesSql,
    totals: totalsSql,
    records: recordsSql,
  },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const part = async (name: string, work: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    await work();
    report(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const text of statements) await client.query(filled(text, orders));
  };
  try {
    await client.query(
      `SET session_replication_role = replica; SET work_mem = '256MB'; SET ` +
        `maintenance_work_mem = '1GB'; SET TimeZone = 'America/Sao_Paulo'`,
    );
    await part('people and catalogue', () => run([...peopleSql, ...catalogueSql]));
    const indexes = await dropIndexes(client);
    await part('orders and their items', () => run(release.orders));
    await part('proposals', () => run(proposalsSql));
    await part('what became of them', () => run(release.ends));
    await part('records', () => run(release.records));
    await part('indexes', () => run([...indexes, 'ANALYZE']));
    await part('favorites, declines, totals', () =>
      run([...marksSql, ...release.totals, 'DROP TABLE bench_cities']),
    );
    await part('sequences, vacuum, analyze', async () => {
      await setSequences(client);
      await client.query('VACUUM (ANALYZE)');
    });
  } finally {
    await client.end();
  }
}

const filled = (text: string, orders: number): string =>
  text
    .replaceAll(':orders', String(orders))
    .replaceAll(/:now\b/g, `'${BENCH_NOW.toISOString()}'`)
    .replaceAll(':today', `'${BENCH_TODAY}'`);

/**
 * Drops every index that backs neither a key nor a constraint. Returns the statements that recreate
 * them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS text
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
    WHERE i.indrelid::regclass::text = ANY ($1) AND c.oid IS NULL`,
    [BULK_TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ text }) => text);
}

/** Sets the identity sequences to continue after the ids that were inserted explicitly. */
async function setSequences(client: pg.Client): Promise<void> {
  for (const table of [
    'users',
    'suppliers',
    'producers',
    'product_types',
    'product_subtypes',
    'products',
    'orders',
    'events',
    'audit_log',
    'subscriptions',
    'payments',
    'consultants',
  ]) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  }
}
