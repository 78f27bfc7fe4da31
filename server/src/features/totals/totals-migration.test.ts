import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import pg from 'pg';
import { appliedMigrations, migrate } from '../../platform/db/migrate.ts';
import { ZONE } from '../../../test/cluster.ts';
import { createEarlierDatabase } from '../../../test/earlier-database.ts';
import { until } from '../../../test/until.ts';

// Migrates a database of the previous release on which a transaction is open meanwhile.

const { url, drop } = await createEarlierDatabase('0100_orders_suspended');
const pool = new pg.Pool({ connectionString: url, max: 3, options: `-c TimeZone=${ZONE}` });
pool.on('error', () => {}); // The drop below may cut a connection that is still closing.
after(async () => {
  await pool.end();
  await drop();
});

async function addProducer(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH person AS (
      INSERT INTO users (uuid, name, email, user_type, status, created_at, updated_at)
      VALUES ($1, 'Ana', 'ana@teste.example', 'produtor', 'ativo', now(), now()) RETURNING id
    )
    INSERT INTO producers (uuid, user_id, type) SELECT $2, id, 'PF' FROM person RETURNING id`,
    [randomUUID(), randomUUID()],
  );
  return rows[0]?.id ?? assert.fail('no producer');
}

let orders = 0;
async function addOrder(client: Pick<pg.ClientBase, 'query'>, producerId: string): Promise<void> {
  orders += 1;
  await client.query(
    `INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
      items_count, product_type_ids, product_ids, has_pesticide, created_at, updated_at)
    VALUES ($1, $2, $3, 'rascunho', 'aberta', 'Insumos', '2036-12-15', 0, '{}', '{}', false, now(), now())`,
    [randomUUID(), `COT-1999-00000${orders}`, producerId],
  );
}

/** Returns how many drafts are kept by status, and how many there are. */
async function readDrafts(): Promise<{ kept: number; counted: number } | undefined> {
  const { rows } = await pool.query<{ kept: number; counted: number }>(
    `SELECT (SELECT sum(delta)::int FROM daily_totals WHERE scope = 'orders_of_rascunho') AS kept,
      (SELECT count(*)::int FROM orders) AS counted`,
  );
  return rows[0];
}

it('keeps by status what was written before, and by a transaction that ends after it', async () => {
  const producerId = await addProducer();
  await addOrder(pool, producerId);
  const client = await pool.connect();
  await client.query('BEGIN');
  await addOrder(client, producerId);
  const migrated = migrate(url, { timezone: ZONE });
  await until('what was there before is counted', async () =>
    (await appliedMigrations(pool)).includes('0102_figures_by_status_so_far'),
  );
  await client.query('COMMIT');
  client.release();
  await migrated;
  assert.deepEqual(await readDrafts(), { kept: 2, counted: 2 });
});
