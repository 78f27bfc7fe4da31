import pg from 'pg';
import { BENCH_NOW } from './data/instant.ts';
import { insertItemsSql, totalsSql } from './data/negotiation-sql.ts';
import { uuidSql } from './data/people-sql.ts';
import { producerToken, supplierToken } from './data/tokens.ts';
import type { DataSet } from './generate.ts';

/**
 * The records that the measured requests use. They are found by their shape, so that every data set
 * size gives comparable ones.
 */

export interface DraftTarget {
  readonly supplierId: number;
  readonly token: string;
  readonly orderId: number;
  readonly orderUuid: string;
  readonly items: readonly {
    readonly order_item_id: number;
    readonly product_id: number;
    readonly unit_price: number;
    readonly quantity: number;
  }[];
}

/**
 * Returns published orders with a given number of items, each with a supplier who has not declined
 * it.
 */
export const listDraftTargets = (
  set: DataSet,
  items: number,
  count: number,
): Promise<DraftTarget[]> =>
  onData(set, async (client) => {
    const { rows } = await client.query<{ id: string; uuid: string; items: DraftTarget['items'] }>(
      `
    SELECT o.id, o.uuid,
      (SELECT json_agg(json_build_object('order_item_id', oi.id, 'product_id', oi.product_id,
      'unit_price', 21.5 + oi.position, 'quantity', oi.quantity)
      ORDER BY oi.position) FROM order_items oi WHERE oi.order_id = o.id) AS items
    FROM orders o
    WHERE o.status = 'publicada' AND o.items_count = $1
      AND NOT EXISTS (SELECT 1 FROM supplier_order_declines d
        WHERE d.order_id = o.id AND d.supplier_id BETWEEN 100 AND 199)
    ORDER BY o.id LIMIT $2`,
      [items, count],
    );
    return rows.map((row, index) => ({
      supplierId: 100 + index,
      token: supplierToken(100 + index),
      orderId: Number(row.id),
      orderUuid: row.uuid,
      items: row.items,
    }));
  });

/** Returns orders with five proposals of eight or nine items, and their producers' tokens. */
export const listReceivedTargets = (
  set: DataSet,
  count: number,
): Promise<{ uuid: string; token: string }[]> =>
  onData(set, async (client) => {
    const { rows } = await client.query<{ uuid: string; producer_id: string }>(
      `
    SELECT o.uuid, o.producer_id FROM orders o
    WHERE o.status = 'finalizada' AND o.items_count IN (8, 9) AND o.id % 7 = 5
      AND (o.id / 35) % 10 = 0
    ORDER BY o.id DESC LIMIT $1`,
      [count],
    );
    return rows.map((row) => ({ uuid: row.uuid, token: producerToken(Number(row.producer_id)) }));
  });

/** Returns a proposal with fifty items and its supplier's token. */
export const findLargeProposal = (set: DataSet): Promise<{ uuid: string; token: string }> =>
  onData(set, async (client) => {
    const { rows } = await client.query<{ uuid: string; supplier_id: string }>(
      `
        SELECT p.uuid, p.supplier_id
        FROM proposals p JOIN orders o ON o.id = p.order_id WHERE o.items_count = 50 ORDER BY p.id
        LIMIT 1`,
    );
    if (rows[0] === undefined) throw new Error('the data set has no proposal with fifty items');
    return { uuid: rows[0].uuid, token: supplierToken(Number(rows[0].supplier_id)) };
  });

export interface DecisionTarget {
  readonly proposalUuid: string;
  readonly supplierToken: string;
  readonly producerToken: string;
}

/**
 * Creates `count` new drafts with all items priced, one per published order, to be submitted and
 * accepted.
 */
export const createDrafts = (set: DataSet, count: number): Promise<DecisionTarget[]> =>
  onData(set, async (client) => {
    const { rows } = await client.query<{ uuid: string; supplier_id: string; producer_id: string }>(
      `
    WITH candidates AS (
      SELECT o.id, o.producer_id, 200 + row_number() OVER (ORDER BY o.id) % 700 AS supplier_id FROM orders o
      WHERE o.status = 'publicada' AND o.items_count BETWEEN 7 AND 10
    ), chosen AS (
      SELECT * FROM candidates c
      WHERE NOT EXISTS (SELECT 1 FROM supplier_order_declines d
        WHERE d.order_id = c.id AND d.supplier_id = c.supplier_id)
      ORDER BY c.id LIMIT $1
    ), drafts AS (
      INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, created_at, updated_at)
      SELECT ${uuidSql(7, 'c.id')}, c.id, c.supplier_id, 'draft', 0, $2, $2
      FROM chosen c RETURNING id, uuid, order_id, supplier_id
    ), priced AS (
      INSERT INTO proposal_items (proposal_id, order_item_id, product_id, unit_price, quantity,
        total_price, offers_similar, created_at, updated_at)
      SELECT d.id, oi.id, oi.product_id, 10, oi.quantity, 10 * oi.quantity, false, $2, $2
      FROM drafts d JOIN order_items oi ON oi.order_id = d.order_id RETURNING 1
    )
    SELECT d.uuid, d.supplier_id, c.producer_id
    FROM drafts d JOIN chosen c ON c.id = d.order_id WHERE (SELECT count(*) FROM priced) > 0`,
      [count, BENCH_NOW],
    );
    if (rows.length < count)
      throw new Error(
        `the data set has published orders for ${rows.length} fresh proposals, ${count} are needed`,
      );
    return rows.map((row) => ({
      proposalUuid: row.uuid,
      supplierToken: supplierToken(Number(row.supplier_id)),
      producerToken: producerToken(Number(row.producer_id)),
    }));
  });

/** An order to be awarded by item: its address and the choice of each item. */
export interface TenderTarget {
  readonly uuid: string;
  readonly producerToken: string;
  readonly items: readonly { readonly order_item_id: number; readonly proposal: string }[];
}

const TENDER = { items: 1_000, proposals: 50, priced: 200, producer: 1, firstSupplier: 300 };

/**
 * Creates published orders of 1,000 items with 50 proposals that sell in part, each with a price for
 * 200 items; every proposal is chosen for 20.
 */
export const createTenders = (set: DataSet, count: number): Promise<TenderTarget[]> =>
  onData(set, async (client) => {
    const share = TENDER.items / TENDER.proposals;
    await client.query('BEGIN');
    await client.query(
      `CREATE TEMP TABLE tenders ON COMMIT DROP AS
       WITH made AS (
         INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
           published_at, items_count, product_type_ids, has_pesticide, created_at, updated_at)
         SELECT ${uuidSql(10, 'i')}, 'COT-2026-T' || i, ${TENDER.producer}, 'publicada', 'aberta', 'Licitação ' || i,
           ($1::timestamptz)::date + 30, $1, ${TENDER.items}, ARRAY[1]::bigint[], false, $1, $1
         FROM generate_series(1, ${count}) i RETURNING id, uuid
       )
       SELECT m.id, m.uuid FROM made m`,
      [BENCH_NOW],
    );
    await client.query(
      `${insertItemsSql}
       SELECT t.id, j, j % 50 + 1, 10, 'KG', true FROM tenders t, generate_series(1, ${TENDER.items}) j`,
    );
    await client.query(
      `INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, allows_partial, submitted_at,
         created_at, updated_at)
       SELECT gen_random_uuid(), t.id, ${TENDER.firstSupplier} + k, 'submitted', ${TENDER.priced * 120}, true, $1, $1, $1
       FROM tenders t, generate_series(0, ${TENDER.proposals - 1}) k`,
      [BENCH_NOW],
    );
    await client.query(
      `INSERT INTO proposal_items (proposal_id, order_item_id, product_id, unit_price, quantity, total_price,
         offers_similar, created_at, updated_at)
       SELECT p.id, oi.id, oi.product_id, 12, 10, 120, false, $1, $1
       FROM tenders t JOIN proposals p ON p.order_id = t.id JOIN order_items oi ON oi.order_id = t.id
       WHERE (oi.position - 1 - (p.supplier_id - ${TENDER.firstSupplier}) * ${share} + ${TENDER.items})
         % ${TENDER.items} < ${TENDER.priced}`,
      [BENCH_NOW],
    );
    const { rows } = await client.query<Pick<TenderTarget, 'uuid' | 'items'>>(
      `SELECT t.uuid, json_agg(json_build_object('order_item_id', oi.id, 'proposal', p.uuid)) AS items
       FROM tenders t JOIN order_items oi ON oi.order_id = t.id
       JOIN proposals p ON p.order_id = t.id
         AND p.supplier_id = ${TENDER.firstSupplier} + (oi.position - 1) / ${share}
       GROUP BY t.uuid`,
    );
    await client.query('COMMIT');
    return rows.map(({ uuid, items }) => ({
      uuid,
      items,
      producerToken: producerToken(TENDER.producer),
    }));
  });

/** Reverts what measuring wrote and the next run would meet; audit rows and order views stay. */
export const restore = (set: DataSet): Promise<void> =>
  onData(set, async (client) => {
    await client.query('BEGIN');
    await client.query(
      'CREATE TEMP TABLE written ON COMMIT DROP AS SELECT id, order_id, status FROM proposals WHERE created_at >= $1',
      [BENCH_NOW],
    ); // the generated ones are older
    await client.query(
      `
        UPDATE orders SET status = 'publicada', awarded_at = NULL, version = 1
        WHERE id IN (SELECT order_id FROM written WHERE status = 'accepted')`,
    );
    for (const table of ['purchase_items', 'purchases'])
      await client.query(
        `DELETE FROM ${table} WHERE proposal_id IN (SELECT id FROM written WHERE status = 'accepted')`,
      );
    await client.query('DELETE FROM proposals WHERE id IN (SELECT id FROM written)');
    await client.query('TRUNCATE proposal_letters, pending_decisions, decision_records CASCADE');
    for (const [table, time] of [
      ['deliveries', 'created_at'],
      ['notifications', 'created_at'],
      ['events', 'at'],
      ['order_events', 'at'],
    ] as const)
      await client.query(`DELETE FROM ${table} WHERE ${time} >= $1`, [BENCH_NOW]);
    await client.query('DELETE FROM orders WHERE created_at >= $1', [BENCH_NOW]); // the tenders
    await client.query(`SELECT set_config('lavra.counting', 'off', true)`); // not what is inserted here, too
    for (const text of totalsSql) await client.query(text);
    await client.query('COMMIT');
    await client.query(
      'VACUUM (ANALYZE) proposals, proposal_items, purchases, purchase_items, orders, ' +
        'list_totals, daily_totals, first_proposals',
    );
  });

/** Runs `work` on a new connection to a data set. */
export async function onData<T>(
  { url }: DataSet,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
