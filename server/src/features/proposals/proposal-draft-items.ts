import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { reselectSql, selectSql } from '../../platform/db/projection.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Ref } from '../../platform/http/refs.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { byOrderRef, namedBy } from './order-ref.ts';
import {
  itemProductsColumns,
  writtenItemColumns,
  writtenItemNames,
  writtenItemRecord,
  type ItemRecord,
  type ProposalItemRow,
} from './proposal-item.ts';

/** In a row whose item or product is unknown, only the index and the two flags are not null. */
const columns = {
  index: col.int,
  item_known: col.boolean,
  product_known: col.boolean,
  similar_gone: col.boolean,
  id: col.int,
  proposal_id: col.int,
  ...itemProductsColumns,
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
      SELECT (SELECT p.id FROM proposals p WHERE p.order_id = o.id
        AND p.supplier_id = :supplier_id AND p.status = 'draft') AS id, o.id AS order_id
      FROM orders o WHERE ${match} AND o.status = 'publicada'
    ), gone AS (
      DELETE FROM proposal_items WHERE proposal_id = (SELECT id FROM draft) RETURNING id
    ), input AS (
      SELECT i.*, oi.id IS NOT NULL AS item_known, pp.id IS NOT NULL AS product_known,
        CASE WHEN pp.id IS NULL OR pp.id = oi.product_id THEN false
          ELSE NOT ${orderableSql('pp')} END AS similar_gone,
        ${selectSql(itemProductsColumns)}
      FROM ROWS FROM (json_to_recordset(:items::json) AS (${writtenItemRecord}))
        WITH ORDINALITY AS i(${writtenItemNames}, place)
      LEFT JOIN LATERAL (SELECT oi.* FROM order_items oi WHERE oi.id = i.order_item_id
        AND oi.order_id = (SELECT order_id FROM draft) OFFSET 0) oi ON true
      LEFT JOIN LATERAL (SELECT p.* FROM products p WHERE p.id = oi.product_id OFFSET 0) op ON true
      LEFT JOIN LATERAL (SELECT p.* FROM products p WHERE p.id = i.product_id OFFSET 0) pp ON true
    ), start AS MATERIALIZED (
      SELECT scattered_ids_after('proposal_items', (SELECT max(id) FROM gone), json_array_length(:items::json)) AS id
    ), stored AS (
      INSERT INTO proposal_items (id, proposal_id, ${writtenItemNames}, created_at, updated_at)
      SELECT (SELECT id FROM start) + i.place - 1, (SELECT id FROM draft),
        ${reselectSql(writtenItemColumns, 'i')}, :now, :now
      FROM input i
      WHERE i.item_known AND i.product_known AND (SELECT count(*) FROM gone) >= 0
      RETURNING id, order_item_id
    )
    SELECT (i.place - 1)::int AS index, i.item_known, i.product_known, i.similar_gone, s.id,
      (SELECT id FROM draft) AS proposal_id, ${reselectSql(itemProductsColumns, 'i')}
    FROM input i LEFT JOIN stored s ON s.order_item_id = i.order_item_id
    ORDER BY i.item_position`,
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
): Promise<{ readonly unknown: readonly UnknownItem[]; readonly items: ProposalItemRow[] }> {
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
    if (record === undefined) return [];
    const { id, proposal_id, similar_gone } = row;
    return [
      { ...record, id, proposal_id, similar_gone, created_at: at, updated_at: at, products: row },
    ];
  });
  return { unknown, items };
}
