import type { ProductSummary } from '@lavra/contract/catalogue/schemas';
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement, type Statement } from '../../platform/db/statement.ts';
import type { Ref } from '../../platform/http/refs.ts';
import { wireNumber, wireNumberOrNull } from '../../platform/text/wire.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { byOrderRef, namedBy } from './order-ref.ts';
import type { ItemRecord } from './proposal-input.ts';
import type { ItemView } from './proposal-view.ts';

/** Returns the columns of product `alias`, each prefixed with the alias. */
const productSql = (alias: 'asked' | 'offered'): string =>
  ['name', 'brand', 'active_ingredient', 'concentration', 'unit']
    .map((name) => `${alias}.${name} AS ${alias}_${name}`)
    .join(', ');

const columns = {
  index: col.int,
  item_known: col.boolean,
  product_known: col.boolean,
  similar_gone: col.boolean,
  id: orNull(col.int),
  proposal_id: orNull(col.int),
  position: orNull(col.int),
  asked_id: orNull(col.int),
  asked_quantity: orNull(col.numeric),
  item_unit: orNull(col.text),
  item_notes: orNull(col.text),
  allow_similar: orNull(col.boolean),
  asked_name: orNull(col.text),
  asked_brand: orNull(col.text),
  asked_active_ingredient: orNull(col.text),
  asked_concentration: orNull(col.text),
  asked_unit: orNull(col.text),
  offered_name: orNull(col.text),
  offered_brand: orNull(col.text),
  offered_active_ingredient: orNull(col.text),
  offered_concentration: orNull(col.text),
  offered_unit: orNull(col.text),
};

// The insert reads the count of deleted rows, so that the old items are removed before the new ones
// are inserted. LATERAL joins with OFFSET 0 prevent the planner, which cannot know how few items
// there are, from hashing the whole catalogue. Flat rows cost the database half as much as building
// JSON.
const replace = byOrderRef('draft-replace-items', (name, match) =>
  statement({
    name,
    params: params<{ ref: string | number; supplier_id: number; items: string; now: Date }>(),
    columns,
    text: `
    WITH draft AS MATERIALIZED (
      SELECT (SELECT p.id FROM proposals p WHERE p.order_id = o.id AND p.supplier_id = :supplier_id AND p.status = 'draft') AS id, o.id AS order_id
      FROM orders o WHERE ${match} AND o.status = 'publicada'
    ), gone AS (
      DELETE FROM proposal_items WHERE proposal_id = (SELECT id FROM draft) RETURNING id
    ), input AS (
      SELECT i.*, oi.id IS NOT NULL AS item_known, offered.id IS NOT NULL AS product_known,
        CASE WHEN offered.id IS NULL OR offered.id = oi.product_id THEN false ELSE NOT ${orderableSql('offered')} END AS similar_gone, oi.position, oi.product_id AS asked_id, oi.quantity AS asked_quantity,
        oi.unit AS item_unit, oi.notes AS item_notes, oi.allow_similar, ${productSql('asked')}, ${productSql('offered')}
      FROM ROWS FROM (json_to_recordset(:items::json) AS (order_item_id bigint, product_id bigint, unit_price numeric, quantity numeric,
        total_price numeric, offers_similar boolean, similar_product_name text, similar_product_description text, justification text,
        justification_type text, notes text)) WITH ORDINALITY AS i(order_item_id, product_id, unit_price, quantity, total_price, offers_similar,
        similar_product_name, similar_product_description, justification, justification_type, notes, place)
      LEFT JOIN LATERAL (SELECT oi.* FROM order_items oi WHERE oi.id = i.order_item_id AND oi.order_id = (SELECT order_id FROM draft) OFFSET 0) oi ON true
      LEFT JOIN LATERAL (SELECT p.* FROM products p WHERE p.id = oi.product_id OFFSET 0) asked ON true
      LEFT JOIN LATERAL (SELECT p.* FROM products p WHERE p.id = i.product_id OFFSET 0) offered ON true
    ), start AS MATERIALIZED (
      SELECT scattered_ids_after('proposal_items', (SELECT max(id) FROM gone), json_array_length(:items::json)) AS id
    ), stored AS (
      INSERT INTO proposal_items (id, proposal_id, order_item_id, product_id, unit_price, quantity, total_price, offers_similar,
        similar_product_name, similar_product_description, justification, justification_type, notes, created_at, updated_at)
      SELECT (SELECT id FROM start) + i.place - 1, (SELECT id FROM draft), i.order_item_id, i.product_id, i.unit_price, i.quantity, i.total_price, i.offers_similar,
        i.similar_product_name, i.similar_product_description, i.justification, i.justification_type, i.notes, :now, :now
      FROM input i
      WHERE i.item_known AND i.product_known AND (SELECT count(*) FROM gone) >= 0
      RETURNING id, order_item_id
    )
    SELECT (i.place - 1)::int AS index, i.item_known, i.product_known, i.similar_gone, s.id, (SELECT id FROM draft) AS proposal_id,
      i.position, i.asked_id, i.asked_quantity, i.item_unit, i.item_notes, i.allow_similar,
      i.asked_name, i.asked_brand, i.asked_active_ingredient, i.asked_concentration, i.asked_unit,
      i.offered_name, i.offered_brand, i.offered_active_ingredient, i.offered_concentration, i.offered_unit
    FROM input i LEFT JOIN stored s ON s.order_item_id = i.order_item_id
    ORDER BY i.position`,
  }),
);

/** A row of the body with an item of another order or an unknown product. */
export interface UnknownItem {
  readonly index: number;
  readonly item: boolean;
  readonly product: boolean;
}

/**
 * Replaces all items of the supplier's draft for a published order, whose row this transaction has
 * locked, in one statement. Returns the items in the order's sequence, or the rows with an unknown
 * item or product.
 */
export async function replaceItems(
  db: Db,
  {
    ref,
    supplierId,
    records,
    now,
    zone,
  }: { ref: Ref; supplierId: number; records: readonly ItemRecord[]; now: Date; zone: string },
): Promise<{ readonly unknown: readonly UnknownItem[]; readonly items: ItemView[] }> {
  const { by, value } = namedBy(ref);
  const rows = await db.rows(replace[by], {
    ref: value,
    supplier_id: supplierId,
    items: JSON.stringify(records),
    now,
  });
  const unknown = rows
    .filter((row) => !row.item_known || !row.product_known)
    .map((row) => ({ index: row.index, item: !row.item_known, product: !row.product_known }));
  if (unknown.length > 0) return { unknown, items: [] };
  const at = formatTimestamp(now, zone);
  const items = rows.flatMap((row) => {
    const record = records[row.index];
    // both are known, so it was stored
    return record === undefined ? [] : [itemOf(row as StoredRow, record, at)];
  });
  return { unknown, items };
}

type Row = typeof replace.id extends Statement<never, infer R> ? R : never;
/** A row whose item and product are known: only columns that may be empty are null. */
type StoredRow = {
  [K in keyof Row]: K extends
    | `${string}_notes`
    | `${string}_brand`
    | `${string}_ingredient`
    | `${string}_concentration`
    ? Row[K]
    : NonNullable<Row[K]>;
};

/** Returns the stored item, from the request and the columns that the database added. */
function itemOf(row: StoredRow, record: ItemRecord, at: string): ItemView {
  return {
    ...record,
    id: row.id,
    proposal_id: row.proposal_id,
    unit_price: wireNumberOrNull(record.unit_price),
    quantity: wireNumber(record.quantity),
    total_price: wireNumber(record.total_price),
    similar_gone: row.similar_gone,
    created_at: at,
    updated_at: at,
    order_item: {
      id: record.order_item_id,
      position: row.position,
      product_id: row.asked_id,
      product: askedProduct(row),
      quantity: wireNumber(row.asked_quantity),
      unit: row.item_unit,
      notes: row.item_notes,
      allow_similar: row.allow_similar,
    },
    product: {
      id: record.product_id,
      name: row.offered_name,
      brand: row.offered_brand,
      active_ingredient: row.offered_active_ingredient,
      concentration: row.offered_concentration,
      unit: row.offered_unit,
    },
  };
}

const askedProduct = (row: StoredRow): ProductSummary => ({
  id: row.asked_id,
  name: row.asked_name,
  brand: row.asked_brand,
  active_ingredient: row.asked_active_ingredient,
  concentration: row.asked_concentration,
  unit: row.asked_unit,
});
