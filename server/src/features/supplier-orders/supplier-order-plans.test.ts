import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { countStatements } from '../../../test/count-statements.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import type { Tables } from '../../platform/db/database.ts';
import { dialectOver, type Runner } from '../../platform/db/kysely-dialect.ts';
import { registeredStatements } from '../../platform/db/statement.ts';
import { matchesSupplier, profileSql } from '../orders/orders-feature.ts';
import { offerOf, proposalCalls } from '../proposals/proposals.fixture.ts';
import { searchOrders } from './supplier-order-search.ts';
import { supplierCalls } from './supplier-orders.fixture.ts';

const ORDERS = 20_000;
const DECLINED = 3_000;

const service = await startService();
const { list, expected } = supplierCalls(service);
const CITY = 5107925;
const supplier = await buildSupplier(service, { cityIds: [CITY] });
const { producerId } = await buildProducer(service);
const { id: productId, typeId, unit } = await buildProduct(service);

// This connection may run longer than a statement of the service.
const client = new pg.Client({ connectionString: service.databaseUrl, options: '-c jit=off' });
await client.connect();

// Published orders over 400 days, 50 a day; of every twenty the supplier has declined three and
// marked three others as favorites.
await client.query(
  `INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
    delivery_city_id, items_count, product_type_ids, has_pesticide, published_at, created_at,
    updated_at)
  SELECT gen_random_uuid(), 'COT-1998-' || lpad(n::text, 6, '0'), $1, 'publicada', 'aberta',
    'Insumos ' || n, date '2035-01-01' + (n % 400), ${CITY}, 3, ARRAY[$2]::bigint[], false,
    timestamptz '2026-01-01 12:00Z', timestamptz '2026-01-01 12:00Z', timestamptz '2026-01-01 12:00Z'
  FROM generate_series(1, $3::int) AS n`,
  [producerId, typeId, ORDERS],
);
await client.query(
  `INSERT INTO order_items (order_id, position, product_id, quantity, unit, allow_similar)
  SELECT o.id, n, $1, 100, $2, false FROM orders o, generate_series(1, 3) AS n`,
  [productId, unit],
);
await client.query(
  `INSERT INTO supplier_order_declines (supplier_id, order_id, created_at, updated_at)
  SELECT $1, o.id, o.created_at, o.created_at FROM orders o WHERE (o.id / 7) % 20 < 3 ORDER BY o.id LIMIT $2::int`,
  [supplier.supplierId, DECLINED],
);
await client.query(
  `INSERT INTO favorite_orders (supplier_id, order_id, created_at)
  SELECT $1, o.id, o.created_at FROM orders o WHERE (o.id / 7) % 20 BETWEEN 10 AND 12 ORDER BY o.id LIMIT 3000`,
  [supplier.supplierId],
);
// Other suppliers decline as well: one caller's rows are a small part of the table.
for (let n = 0; n < 12; n += 1) {
  await client.query(
    `INSERT INTO supplier_order_declines (supplier_id, order_id, created_at, updated_at)
    SELECT $1, o.id, o.created_at, o.created_at FROM orders o WHERE (o.id + $2) % 6 = 0`,
    [(await buildSupplier(service)).supplierId, n],
  );
}
// Many cover municipalities: the whole table is far more than a page needs of it.
await client.query(
  `INSERT INTO supplier_cities (supplier_id, city_id)
  SELECT su.id, place.id FROM suppliers su CROSS JOIN (SELECT id FROM cities LIMIT 300) place
  ON CONFLICT DO NOTHING`,
);
// All suppliers have drafts for a tenth of the orders.
await client.query(`INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, created_at, updated_at)
  SELECT gen_random_uuid(), o.id, su.id, 'draft', 0, o.created_at, o.created_at
  FROM orders o CROSS JOIN suppliers su WHERE (o.id / 7) % 10 = 4`);
await client.query(`ANALYZE`);

/** A node of a plan as EXPLAIN writes it. */
interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Plan Rows': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const hash = createHash('sha256').update(supplier.token).digest('hex');
const asker = { token_hash: `'\\x${hash}'::bytea`, now: `'${new Date().toISOString()}'` };

describe('query plans with 20,000 published orders and 3,000 declines', () => {
  after(() => client.end());

  /**
   * Returns all nodes of a registered statement's executed plan, planned with or without knowledge
   * of its parameters.
   */
  async function planOf(
    name: string,
    values: Readonly<Record<string, string>>,
    mode: 'force_custom_plan' | 'force_generic_plan',
  ): Promise<PlanNode[]> {
    const found = registeredStatements().find((one) => one.name === name);
    assert.ok(found, name);
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE hot AS ${found.text}`);
    const literals = found.parameters.map(
      (parameter) => values[parameter] ?? assert.fail(parameter),
    );
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE hot(${literals.join(', ')})`,
    );
    await client.query('DEALLOCATE hot');
    return flatten(rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail('no plan'));
  }
  type Query = Parameters<Runner['run']>[0];

  /** Returns all nodes of a query's plan, executed or not. */
  async function executed(
    { text, values }: Query,
    how: 'ANALYZE' | 'ANALYZE false' = 'ANALYZE',
  ): Promise<PlanNode[]> {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (${how}, FORMAT JSON) ${text}`,
      values,
    );
    return flatten(rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail('no plan'));
  }
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  const readOf = (node: PlanNode): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

  /**
   * Asserts that orders are read from the partial index, at most `most` of them, with one decline
   * lookup for each, or with the caller's declines read once.
   */
  function assertBounded(
    nodes: readonly PlanNode[],
    most: number,
    declines: 'looked up' | 'read once' = 'looked up',
  ): void {
    const orders = nodes.filter((node) => node['Relation Name'] === 'orders');
    const story = JSON.stringify(
      orders.map((node) => [node['Node Type'], node['Index Name'], readOf(node)]),
    );
    assert.ok(
      orders.some((node) => node['Index Name'] === 'orders_published_by_deadline'),
      story,
    );
    assert.ok(
      orders.every((node) => node['Node Type'].startsWith('Index')),
      story,
    );
    assert.ok(
      orders.reduce((sum, node) => sum + readOf(node), 0) <= most,
      `at most ${most}: ${story}`,
    );
    const municipalities = nodes.filter((node) => node['Relation Name'] === 'supplier_cities');
    assert.ok(
      municipalities.length > 0 &&
        municipalities.reduce((sum, node) => sum + readOf(node), 0) <= 60,
      JSON.stringify(municipalities),
    );
    const probes = nodes.filter(
      (node) =>
        node['Relation Name'] === 'supplier_order_declines' &&
        node['Parent Relationship'] === 'SubPlan',
    );
    // The returned rows look theirs up in any case. PostgreSQL 15 reads the caller's declines by a bitmap.
    const isRight = (node: PlanNode): boolean =>
      declines === 'looked up'
        ? node['Node Type'].startsWith('Index') && node['Actual Rows'] <= 1
        : /^(Index|Bitmap)/.test(node['Node Type']) && node['Actual Loops'] <= 15;
    assert.ok(probes.length > 0 && probes.every(isRight), JSON.stringify(probes));
    // The caller's own proposals are looked up for the returned rows, not for the skipped ones.
    const own = nodes.filter((node) => node['Index Name'] === 'proposals_of_supplier_on_order');
    assert.ok(
      own.length > 0 && own.every((node) => node['Actual Loops'] <= 15 && node['Actual Rows'] <= 1),
      JSON.stringify(own),
    );
  }

  const size = '15';
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    it(`read about one page with its details too (${mode})`, async () => {
      for (const [name, place] of [
        ['supplier-order-list-details', { skip: '0' }],
        ['supplier-order-list-details-deep', { skip: '16980' }],
        ['supplier-order-list-details-after', { deadline_date: "'2035-08-01'", id: '10000' }],
      ] as const) {
        const nodes = await planOf(name, { ...asker, size, ...place }, mode);
        assertBounded(nodes, 60, name.endsWith('deep') ? 'read once' : 'looked up');
        const items = nodes.filter((node) => node['Relation Name'] === 'order_items');
        assert.ok(
          items.length > 0 && items.every((node) => node['Node Type'] !== 'Seq Scan'),
          JSON.stringify(items),
        );
      }
    });
    it(`read about one page for the first page (${mode})`, async () =>
      assertBounded(await planOf('supplier-order-list', { ...asker, size, skip: '0' }, mode), 60));
    it(`read about one page for the last page, from the nearer end (${mode})`, async () =>
      assertBounded(
        await planOf('supplier-order-list-deep', { ...asker, size, skip: '16980' }, mode),
        60,
        'read once',
      ));
    it(`read at most half of the orders for a page in the middle (${mode})`, async () =>
      assertBounded(
        await planOf('supplier-order-list-deep', { ...asker, size, skip: '8490' }, mode),
        ORDERS / 2 + 200,
        'read once',
      ));
    it(`read about one page for a cursor at any position (${mode})`, async () =>
      assertBounded(
        await planOf(
          'supplier-order-list-after',
          { ...asker, size, deadline_date: "'2035-08-01'", id: '10000' },
          mode,
        ),
        60,
      ));
    it(`read about ten orders for the dashboard (${mode})`, async () =>
      assertBounded(
        await planOf('supplier-dashboard', { ...asker, today: "'2026-11-20'" }, mode),
        40,
      ));
  }

  it('read the supplier’s municipalities once to find all orders that match', async () => {
    const matching = sql`
      SELECT count(*) FROM orders o LEFT JOIN cities place ON place.id = o.delivery_city_id
      CROSS JOIN (SELECT su.id AS supplier_id, ${sql.raw(profileSql('su'))}
        FROM suppliers su WHERE su.id = ${supplier.supplierId} OFFSET 0) live
      WHERE o.status = 'publicada' AND ${matchesSupplier(supplier.supplierId)}`.compile(
      service.db.q,
    );
    const municipalities = (
      await executed({ text: matching.sql, values: [...matching.parameters] })
    ).filter((node) => node['Relation Name'] === 'supplier_cities');
    assert.ok(
      municipalities.length > 0 && municipalities.every((node) => node['Actual Loops'] <= 1),
      JSON.stringify(municipalities),
    );
  });

  type Search = Parameters<typeof searchOrders>;

  /** Returns the statements by which a search of the supplier reads orders, without sending them. */
  async function readsOf(scope: Search[2], query: Omit<Search[3], 'per_page'>): Promise<Query[]> {
    const reads: Query[] = [];
    const run = (one: Query): Promise<pg.QueryResult> => {
      if (!one.text.includes('orders')) return client.query(one.text, one.values);
      reads.push(one);
      return client.query('SELECT WHERE false');
    };
    const q = new Kysely<Tables>({ dialect: dialectOver({ run }) });
    const db = { ...service.db, q };
    await searchOrders(db, supplier.supplierId, scope, { ...query, per_page: 15 });
    return reads;
  }

  it('look up each order that the supplier has marked, and no other', async () => {
    const asked = [...(await readsOf('favorites', {})), ...(await readsOf('declined', {}))];
    assert.equal(asked.length, 4, 'two pages, two totals');
    for (const query of asked) {
      const nodes = await executed(query);
      const orders = nodes.filter((node) => node['Relation Name'] === 'orders');
      const read = orders.reduce((sum, node) => sum + readOf(node), 0);
      assert.ok(read >= DECLINED && read <= DECLINED + 100, `${read}: ${query.text}`);
    }
  });

  it('fail the check of this test when they read all orders', async () => {
    const nodes = await planOf(
      'supplier-order-list',
      { ...asker, size, skip: '8490' },
      'force_generic_plan',
    );
    assert.throws(() => assertBounded(nodes, 5_000), /at most 5000/);
  });

  it('expect many orders for a search of many words that most products have', async () => {
    const words = 'aba bcb cdc ded efe fgf ghg hih iji jkj klk lml';
    for (let n = 0; n < 101; n += 1) await buildProduct(service, { name: `${words} ${n}` });
    const search = { sort: 'distance_km', matching: true, q: words } as const;
    for (const query of await readsOf('published', search)) {
      const expected = (await executed(query, 'ANALYZE false'))
        .filter((node) => node['Relation Name'] === 'orders')
        .map((node) => node['Plan Rows']);
      assert.ok(Math.max(...expected) >= ORDERS / 10, `${expected.join()}: ${query.text}`);
    }
  });

  it('return pages, cursors and totals that agree with a count', async () => {
    const all = await expected(supplier);
    assert.equal(all.length, ORDERS - DECLINED);
    for (const page of [1, 2, 567, 568, 1133, 1134]) {
      const { data, meta } = await list(supplier, `page=${page}`);
      assert.deepEqual(
        [meta.total, data.map(({ uuid }) => uuid)],
        [all.length, all.slice((page - 1) * 15, page * 15)],
        `page ${page}`,
      );
    }
  });
});

describe('the number of statements', () => {
  const get = (url: string) => () =>
    service.call('GET', `/api/v1/supplier/${url}`, { token: supplier.token });

  it('is one for the list, its deep pages, its cursor pages, and the dashboard', async () => {
    const cursor = (await list(supplier)).meta.next_cursor ?? '';
    for (const url of [
      'orders',
      'orders?with_details=true',
      'orders?page=1000',
      `orders?cursor=${cursor}`,
      'dashboard',
    ])
      assert.equal(await countStatements(get(url)), 1, url);
  });

  it('is three for a draft beside BEGIN and COMMIT, for 10 items as for 200', async () => {
    const product = await buildProduct(service);
    const { saveDraft } = proposalCalls(service);
    for (const count of [10, 200]) {
      const order = await buildOrder(service, {
        producerId,
        items: Array.from({ length: count }, () => ({ product })),
      });
      for (const time of ['first', 'second'])
        assert.equal(
          await countStatements(() => saveDraft(supplier, order, offerOf(order))),
          3,
          `${count} items, ${time} time`,
        );
    }
  });
});
