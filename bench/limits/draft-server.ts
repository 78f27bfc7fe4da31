import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { similarGoneSql } from '@lavra/server/features/proposals/proposal-item';
import { BENCH_NOW } from '../data/instant.ts';
import { limitPool } from './pool.ts';
import { serve } from './serve.ts';

// The comparison server for drafts: `node draft-server.ts <database url> <port>`. POST
// /drafts/<supplier id>/<order id> returns the stored rows, POST /whole-drafts/… the items as the
// contract requires them, with their order item and product. Two statements in one transaction: the
// draft's row is locked first, so that of concurrent posts only one body's items remain.

const [, , url = '', port = '0'] = process.argv;
const pool = limitPool(url);

const upsert = {
  name: 'limit-upsert',
  text: `
    INSERT INTO proposals AS p (uuid, order_id, supplier_id, status, total_amount, notes,
      created_at, updated_at)
    VALUES ($1, $2, $3, 'draft', $4, $5, $6, $6)
    ON CONFLICT (order_id, supplier_id) WHERE status = 'draft' DO UPDATE SET
      total_amount = excluded.total_amount, notes = excluded.notes,
      version = p.version + 1, updated_at = excluded.updated_at
    RETURNING p.id, p.uuid, p.version, p.total_amount, p.notes`,
};

const replace = (name: string, answer: string) => ({
  name,
  text: `
    WITH gone AS (DELETE FROM proposal_items WHERE proposal_id = $1 RETURNING id),
    pi AS (
      INSERT INTO proposal_items (id, proposal_id, order_item_id, product_id,
        unit_price, quantity, total_price, offers_similar, created_at, updated_at)
      SELECT s.id + row_number() OVER () - 1, $1, i.order_item_id, i.product_id,
        i.unit_price, i.quantity, round(i.unit_price * i.quantity, 2), false, $3, $3
      FROM jsonb_to_recordset($2::jsonb)
        AS i(order_item_id bigint, product_id bigint, unit_price numeric, quantity numeric)
      CROSS JOIN (SELECT scattered_ids_after('proposal_items', (SELECT max(id) FROM gone),
        jsonb_array_length($2::jsonb)) AS id) s
      RETURNING *
    ) ${answer}`,
});
const replaceLean = replace(
  'limit-replace',
  'SELECT json_agg(row_to_json(pi))::text AS items FROM pi',
);
const instant = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
const productJson = (p: string): string => `json_build_object('id', ${p}.id, 'name', ${p}.name,
  'brand', ${p}.brand, 'active_ingredient', ${p}.active_ingredient,
  'concentration', ${p}.concentration, 'unit', ${p}.unit)`;
/** The item as the contract requires it, without derived fields. */
const wholeItem = `json_build_object('id', pi.id, 'proposal_id', pi.proposal_id,
  'order_item_id', pi.order_item_id, 'product_id', pi.product_id, 'unit_price', pi.unit_price,
  'quantity', pi.quantity, 'total_price', pi.total_price, 'offers_similar', pi.offers_similar,
  'similar_product_name', pi.similar_product_name,
  'similar_product_description', pi.similar_product_description,
  'justification', pi.justification, 'justification_type', pi.justification_type,
  'notes', pi.notes, 'similar_gone', ${similarGoneSql},
  'created_at', ${instant('pi.created_at')}, 'updated_at', ${instant('pi.updated_at')},
  'order_item', json_build_object('id', oi.id, 'position', oi.position,
    'product_id', oi.product_id, 'product', ${productJson('op')}, 'quantity', oi.quantity,
    'unit', oi.unit, 'notes', oi.notes, 'allow_similar', oi.allow_similar),
  'product', ${productJson('pp')})`;

const replaceWhole = replace(
  'limit-replace-whole',
  `
  SELECT json_agg(${wholeItem} ORDER BY oi.position)::text AS items
  FROM pi
  JOIN order_items oi ON oi.id = pi.order_item_id
  JOIN products op ON op.id = oi.product_id
  JOIN products pp ON pp.id = pi.product_id`,
);

interface Body {
  readonly notes?: string;
  readonly items: readonly { readonly unit_price: number; readonly quantity: number }[];
}

serve(Number(port), async (path, text) => {
  const [, kind, supplierId, orderId] = path.split('/');
  const body = JSON.parse(text) as Body; // sent by the benchmark itself
  const total =
    body.items.reduce(
      (sum, { unit_price, quantity }) => sum + Math.round(unit_price * quantity * 100),
      0,
    ) / 100;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const values = [
      randomUUIDv7(),
      Number(orderId),
      Number(supplierId),
      total,
      body.notes ?? null,
      BENCH_NOW,
    ];
    const draft = (await client.query<{ id: number }>({ ...upsert, values })).rows[0];
    const statement: pg.QueryConfig = {
      ...(kind === 'whole-drafts' ? replaceWhole : replaceLean),
      values: [draft?.id, JSON.stringify(body.items), BENCH_NOW],
    };
    const { rows } = await client.query<{ items: string }>(statement);
    await client.query('COMMIT');
    return `{"proposal":${JSON.stringify(draft)},"items":${rows[0]?.items ?? '[]'}}`;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});
