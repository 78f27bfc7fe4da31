import { openPage, type Page, type PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { DEEP_OFFSET } from '../../platform/db/list-page.ts';
import { reselectSql, selectSql } from '../../platform/db/projection.ts';
import { col, params, statement, type RowOf, type Statement } from '../../platform/db/statement.ts';
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
 * The page's rows, with the details or without. They are two statements: as one with a parameter,
 * PostgreSQL would plan it anew for each request.
 */
interface Rows {
  readonly ctes: string;
  readonly columns:
    | typeof listedOrderColumns
    | (typeof listedOrderColumns & typeof orderDetailColumns);
  /** What `rowsFrom` is joined to besides. */
  readonly joins: string;
}

/**
 * Looks up each row of the page by primary key: without `OFFSET 0` the planner, which does not know
 * the page size, reads all orders instead.
 */
const rowsFrom = `FROM page CROSS JOIN LATERAL (SELECT * FROM orders one WHERE one.id = page.id OFFSET 0) o
      CROSS JOIN live LEFT JOIN cities place ON place.id = o.delivery_city_id`;

const plainRows: Rows = { ctes: liveSupplierSql, columns: listedOrderColumns, joins: '' };
const detailedRows: Rows = {
  ctes: `${liveSupplierSql},
  home AS MATERIALIZED (${homeSql} WHERE su.id = (SELECT supplier_id FROM live))`,
  columns: { ...listedOrderColumns, ...orderDetailColumns },
  joins: ' LEFT JOIN home ON true',
};

/** What each row has beside an order. */
const headColumns = { total: col.int, has_order: col.boolean };
type PageRow = RowOf<typeof headColumns> & ListedOrderRow;

/**
 * Selects the page's rows; none where the token is not valid any more, and for an empty page one
 * without an order, for its total. Columns instead of one JSON list save a sixth of the statement's
 * CPU.
 */
const rowsSql = ({ columns, joins }: Rows): string => `
    SELECT totals.total, listed.order_id IS NOT NULL AS has_order, ${reselectSql(columns, 'listed')}
    FROM live CROSS JOIN totals LEFT JOIN (
      SELECT ${selectSql(columns, 'o')}
      ${rowsFrom}${joins}
    ) listed ON true
    ORDER BY listed.order_deadline_date, listed.order_id`;

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

interface Asker {
  token_hash: Buffer;
  now: Date;
  size: number;
}

const pageStatement = (
  name: string,
  rows: Rows,
  declined = declinedSql,
): Statement<Asker & { skip: number }, PageRow> =>
  statement({
    name,
    params: params<Asker & { skip: number }>(),
    columns: { ...headColumns, ...rows.columns },
    text: `
    WITH ${rows.ctes}, ${totalsSql},
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
    )${rowsSql(rows)}`,
  });

type After = Asker & { deadline_date: string; id: number };

const afterStatement = (name: string, rows: Rows): Statement<After, PageRow> =>
  statement({
    name,
    params: params<After>(),
    columns: { ...headColumns, ...rows.columns },
    text: `
    WITH ${rows.ctes}, ${totalsSql},
    page AS (
      SELECT cut.id FROM (
        SELECT o.id FROM orders o
        WHERE o.status = 'publicada'
          AND (o.deadline_date, o.id) > (:deadline_date::date, :id::bigint) AND NOT ${declinedSql}
        ORDER BY o.deadline_date, o.id LIMIT :size
      ) cut LIMIT ${MOST_ROWS}
    )${rowsSql(rows)}`,
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
    const found = await db.rows(statements.after, {
      ...asker,
      deadline_date,
      id,
      size: page.limit,
    });
    return found[0] && page.of(ordersOf(found), found[0].total);
  }
  const { size, offset } = page;
  const read = offset < DEEP_OFFSET ? statements.page : statements.deep;
  const found = await db.rows(read, { ...asker, size, skip: offset });
  if (found[0] === undefined) return undefined;
  const [orders, { total }] = [ordersOf(found), found[0]];
  return page.of(orders, total, offset + orders.length < total);
}

const ordersOf = (found: readonly PageRow[]): PageRow[] => found.filter((row) => row.has_order);
