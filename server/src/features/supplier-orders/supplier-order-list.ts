import { openPage, type Page, type PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { DEEP_OFFSET } from '../../platform/db/list-page.ts';
import { jsonRowsSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import {
  declinedSql,
  declinedWhileSkippingSql,
  homeSql,
  listedOrderColumns,
  liveSupplierSql,
  orderDetailColumns,
  type ListedOrderRow,
} from './supplier-order-sql.ts';

// The most frequent list: published orders by deadline, without the declined ones. Its cost does
// not grow with the number of orders: totals are summed from deltas, page ids are taken from the
// index before any row is looked up, and deep pages are read from the nearer end.

/**
 * A list of the page's rows, with the details or without. They are two statements: as one with a
 * parameter, PostgreSQL would plan it anew for each request.
 */
interface Rows {
  readonly ctes: string;
  readonly json: string;
}

/**
 * Looks up each row of the page by primary key: without `OFFSET 0` the planner, which does not know
 * the page size, reads all orders instead.
 */
const rowsFrom = `FROM page CROSS JOIN LATERAL (SELECT * FROM orders one WHERE one.id = page.id OFFSET 0) o
    CROSS JOIN live LEFT JOIN cities place ON place.id = o.delivery_city_id`;
const rowsOrder = 'ORDER BY o.deadline_date, o.id';

const plainRows: Rows = {
  ctes: liveSupplierSql,
  json: jsonRowsSql(listedOrderColumns, `${rowsFrom}\n    ${rowsOrder}`, 'o'),
};
const detailedRows: Rows = {
  ctes: `${liveSupplierSql},
  home AS MATERIALIZED (${homeSql} WHERE su.id = (SELECT supplier_id FROM live))`,
  json: jsonRowsSql(
    { ...listedOrderColumns, ...orderDetailColumns },
    `${rowsFrom} LEFT JOIN home ON true\n    ${rowsOrder}`,
    'o',
  ),
};

/**
 * Largest page plus one row. As a constant in the statement it makes the planner look up the few
 * rows of the page one by one instead of hashing whole tables.
 */
const MOST_ROWS = 101;

const totalsSql = `
  totals AS MATERIALIZED (
    SELECT greatest(0,
      (SELECT coalesce(sum(t.delta), 0) FROM list_totals t
        WHERE t.scope = 'published' AND t.supplier_id = 0)
      - (SELECT coalesce(sum(t.delta), 0) FROM list_totals t
        WHERE t.scope = 'declined' AND t.supplier_id = (SELECT supplier_id FROM live))
    )::bigint AS total
  )`;

const pageStatement = (name: string, { ctes, json }: Rows, declined = declinedSql) =>
  statement({
    name,
    params: params<{ token_hash: Buffer; now: Date; size: number; skip: number }>(),
    columns: { supplier_id: orNull(col.int), total: col.int, orders: col.json<ListedOrderRow[]>() },
    text: `
    WITH ${ctes}, ${totalsSql},
    span AS MATERIALIZED (
      SELECT :skip::bigint AS skip, least(:size::bigint, greatest(0, total - :skip::bigint)) AS size,
        greatest(0, total - :skip::bigint - :size::bigint) AS beyond, :skip::bigint * 2 > total AS backwards
      FROM totals
    ), page AS (
      SELECT cut.id FROM (
        (SELECT o.id FROM orders o
         WHERE o.status = 'publicada' AND NOT (SELECT backwards FROM span) AND NOT ${declined}
         ORDER BY o.deadline_date, o.id
         OFFSET (SELECT skip FROM span) LIMIT (SELECT size FROM span))
        UNION ALL
        (SELECT o.id FROM orders o
         WHERE o.status = 'publicada' AND (SELECT backwards FROM span) AND NOT ${declined}
         ORDER BY o.deadline_date DESC, o.id DESC
         OFFSET (SELECT beyond FROM span) LIMIT (SELECT size FROM span))
      ) cut LIMIT ${MOST_ROWS}
    )
    SELECT (SELECT supplier_id FROM live) AS supplier_id, (SELECT total FROM totals) AS total, ${json} AS orders`,
  });

const afterStatement = (name: string, { ctes, json }: Rows) =>
  statement({
    name,
    params: params<{
      token_hash: Buffer;
      now: Date;
      size: number;
      deadline_date: string;
      id: number;
    }>(),
    columns: { supplier_id: orNull(col.int), total: col.int, orders: col.json<ListedOrderRow[]>() },
    text: `
    WITH ${ctes}, ${totalsSql},
    page AS (
      SELECT cut.id FROM (
        SELECT o.id FROM orders o
        WHERE o.status = 'publicada'
          AND (o.deadline_date, o.id) > (:deadline_date::date, :id::bigint) AND NOT ${declinedSql}
        ORDER BY o.deadline_date, o.id LIMIT :size
      ) cut LIMIT ${MOST_ROWS}
    )
    SELECT (SELECT supplier_id FROM live) AS supplier_id, (SELECT total FROM totals) AS total, ${json} AS orders`,
  });

const plain = {
  page: pageStatement('supplier-order-list', plainRows),
  deep: pageStatement('supplier-order-list-deep', plainRows, declinedWhileSkippingSql),
  after: afterStatement('supplier-order-list-after', plainRows),
};
const detailed = {
  page: pageStatement('supplier-order-list-details', detailedRows),
  deep: pageStatement('supplier-order-list-details-deep', detailedRows, declinedWhileSkippingSql),
  after: afterStatement('supplier-order-list-details-after', detailedRows),
};

/**
 * Returns a page of published orders by deadline and the exact total; undefined when the token is
 * not valid any more. Paging by cursor returns every order that stays published throughout exactly
 * once.
 */
export async function listPublishedOrders(
  db: Db,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
  query: PageQuery & { readonly with_details?: boolean },
): Promise<Page<ListedOrderRow> | undefined> {
  const page = openPage(query, {
    name: 'orders:deadline_date',
    types: ['date', 'bigint'],
    of: (row: ListedOrderRow) => [row.order_deadline_date, row.order_id],
  });
  const asker = { token_hash: tokenHash, now };
  const statements = query.with_details === true ? detailed : plain;
  if (page.after !== undefined) {
    const [deadline_date, id] = page.after;
    const found = await db.row(statements.after, { ...asker, deadline_date, id, size: page.limit });
    return isLive(found) ? page.of(found.orders, found.total) : undefined;
  }
  const { size, offset } = page;
  const read = offset < DEEP_OFFSET ? statements.page : statements.deep;
  const found = await db.row(read, { ...asker, size, skip: offset });
  if (!isLive(found)) return undefined;
  return page.of(found.orders, found.total, offset + found.orders.length < found.total);
}

const isLive = <R extends { readonly supplier_id: number | null }>(
  found: R | undefined,
): found is R => found !== undefined && found.supplier_id !== null;
