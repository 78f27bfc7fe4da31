import { sql, type RawBuilder } from 'kysely';
import type { Page, PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import {
  countRows,
  DEEP_OFFSET,
  listPage,
  type SortColumns,
  type SortKey,
} from '../../platform/db/list-page.ts';
import { pageRequest, searchOf } from '../../platform/db/paging.ts';
import {
  foundBySupplier,
  foundByWords,
  matchesSupplier,
  profileSql,
  visibleSql,
} from '../orders/orders-feature.ts';
import { assertCity } from '../places/places-feature.ts';
import { readListTotal } from '../totals/totals-feature.ts';
import {
  distanceSql,
  homeSql,
  listedOrderColumns,
  orderDetailColumns,
  type ListedOrderRow,
} from './supplier-order-sql.ts';

const sortKeys = {
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
  published_at: { expression: "coalesce(o.published_at, '-infinity')", type: 'timestamptz' },
  number: { expression: 'o.number', type: 'text', unique: true },
  distance_km: { expression: 'place.km', type: 'numeric' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;
/** What is published has a moment of publication, by which an index sorts. */
const publishedSortKeys = {
  ...sortKeys,
  published_at: { expression: 'o.published_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<SortField, SortKey>>;

/** Filters, sort and page of a supplier's list. */
export interface OrderQuery extends PageQuery {
  readonly favorites?: boolean;
  readonly matching?: boolean;
  readonly answered?: boolean;
  /** Only those on which the supplier has sent nothing yet. */
  readonly waiting?: boolean;
  readonly product_type_id?: number;
  readonly state?: string;
  readonly city_id?: number;
  readonly deadline_from?: string;
  readonly deadline_to?: string;
  readonly q?: string;
  readonly search?: string;
  readonly with_details?: boolean;
  readonly sort?: SortField | `-${SortField}`;
}

/**
 * Set of orders: published ones without the declined, the caller's visible favorites, or those that
 * it has declined and can still open.
 */
export type OrderScope = 'published' | 'favorites' | 'declined';

/**
 * Returns a filtered or differently sorted page. The total is exact: counted where filters reduce the
 * rows.
 */
export async function searchOrders(
  db: Db,
  supplierId: number,
  scope: OrderScope,
  query: OrderQuery,
): Promise<Page<ListedOrderRow>> {
  await assertCity(db, query.city_id);
  const filters = await conditionsOf(db, supplierId, query);
  const answered = leftOutOf(supplierId, query);
  const isKept = scope === 'published' && filters.every((filter) => filter === false);
  const from = searchedIn({ scope, supplierId, query });
  const pageFrom = (direction: RawBuilder<unknown>): RawBuilder<unknown> =>
    isKept && isByDistance(query) ? nearestFirst(supplierId, direction) : from;
  return listPage(db, query, {
    name: scope === 'published' ? 'orders' : scope,
    from,
    read: async ({ where, order, direction, sortColumns, limit, offset }) => {
      const { rows } = await sql<ListedOrderRow & SortColumns>`
        WITH page AS MATERIALIZED (
          SELECT cut.*, row_number() OVER () AS position FROM (
            SELECT ${sql.join(sortColumns)} FROM ${pageFrom(direction)} WHERE ${where}
            ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
          ) cut
        )
        SELECT ${columnsOf(query)}, page.sort_key, page.sort_id
        FROM page
        CROSS JOIN LATERAL (SELECT * FROM orders one WHERE one.id = page.sort_id OFFSET 0) o
        CROSS JOIN (${liveOf(supplierId)}) live
        LEFT JOIN cities place ON place.id = o.delivery_city_id
        LEFT JOIN (${homeOf(supplierId)}) home ON true
        ORDER BY page.position`.execute(db.q);
      return rows;
    },
    conditions: [
      ...conditionsOfScope(scope, supplierId, pageRequest(query).offset),
      ...filters,
      answered && sql<boolean>`o.id NOT IN ${answered}`,
    ],
    total: isKept ? () => countPublished(db, supplierId, answered) : undefined,
    sorts: scope === 'published' ? publishedSortKeys : sortKeys,
    sort: 'deadline_date',
    id: 'o.id',
  });
}

/** What a search asks for. */
interface Search {
  readonly scope: OrderScope;
  readonly supplierId: number;
  readonly query: OrderQuery;
}

/**
 * Returns the tables in which orders are searched: no more than the scope, the filters and the sort
 * ask for, so that an index can answer alone.
 */
function searchedIn({ scope, supplierId, query }: Search): RawBuilder<unknown> {
  const parts = [scope === 'published' ? sql`orders o` : markedOrders(scope, supplierId)];
  if (isByDistance(query))
    parts.push(
      sql`JOIN (${measuredCities(supplierId)}) place ON place.id = coalesce(o.delivery_city_id, 0)`,
    );
  else if (query.state !== undefined || query.matching === true)
    parts.push(sql`LEFT JOIN cities place ON place.id = o.delivery_city_id`);
  if (scope !== 'published' || query.matching === true)
    parts.push(sql`CROSS JOIN (${liveOf(supplierId)}) live`);
  return sql.join(parts, sql` `);
}

/** All published orders by distance: the places are sorted, and none read after those of the page. */
const nearestFirst = (
  supplierId: number,
  direction: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (SELECT * FROM (${measuredCities(supplierId)}) measured ORDER BY km ${direction} OFFSET 0) place
  CROSS JOIN LATERAL (
    SELECT * FROM orders placed WHERE placed.delivery_city_id = place.id
    UNION ALL
    SELECT * FROM orders unplaced WHERE place.id = 0 AND unplaced.delivery_city_id IS NULL
  ) o`;

const marks = { favorites: 'favorite_orders', declined: 'supplier_order_declines' } as const;

/**
 * The orders that a supplier has marked. `OFFSET 0` has each looked up: for a short page the planner
 * would walk through all orders in the list's order, and look each up among the marks.
 */
const markedOrders = (scope: keyof typeof marks, supplierId: number): RawBuilder<unknown> => sql`
  (SELECT m.order_id FROM ${sql.table(marks[scope])} m WHERE m.supplier_id = ${supplierId}) marked
  CROSS JOIN LATERAL (SELECT * FROM orders one WHERE one.id = marked.order_id OFFSET 0) o`;

const liveOf = (supplierId: number): RawBuilder<unknown> => sql`
  SELECT su.id AS supplier_id, ${sql.raw(profileSql('su'))}
  FROM suppliers su WHERE su.id = ${supplierId} OFFSET 0`;

const columnsOf = (query: OrderQuery): RawBuilder<unknown> =>
  rawColumns(
    query.with_details === true || isByDistance(query)
      ? { ...listedOrderColumns, ...orderDetailColumns }
      : listedOrderColumns,
    'o',
  );

const homeOf = (supplierId: number): RawBuilder<unknown> =>
  sql`${sql.raw(homeSql)} WHERE su.id = ${supplierId}`;

/**
 * The municipalities with their distance, each measured once (`OFFSET 0`) and not for each of its
 * orders, and number 0 for orders without one. An unknown distance comes after the farthest.
 */
const measuredCities = (supplierId: number): RawBuilder<unknown> => sql`
  SELECT place.*, coalesce(${sql.raw(distanceSql)}, 99999)::numeric AS km
  FROM (
    SELECT id, uf, latitude, longitude FROM cities UNION ALL SELECT 0, NULL, NULL, NULL
  ) place LEFT JOIN (${homeOf(supplierId)}) home ON true OFFSET 0`;

/**
 * Returns how many published orders a supplier has not declined: what is kept, less those that are left
 * out of the list besides, few enough to be counted.
 */
async function countPublished(
  db: Db,
  supplierId: number,
  leftOut: RawBuilder<unknown> | undefined,
): Promise<number> {
  const [published, declined, others] = await Promise.all([
    readListTotal(db, 'published'),
    readListTotal(db, 'declined', supplierId),
    leftOut === undefined
      ? 0
      : countRows(db, {
          from: sql`orders o`,
          conditions: [...conditionsOfScope('published', supplierId), isOneOf(leftOut)],
        }),
  ]);
  return Math.max(0, published - declined - others);
}

/** Returns whether the distance determines the order, and so is shown in any case. */
const isByDistance = ({ sort }: OrderQuery): boolean =>
  sort === 'distance_km' || sort === '-distance_km';

// The supplier stands in these as a value, not as a column of `live`: the few orders that a supplier
// has marked are read first, instead of one lookup for each order of the list.
const declinedBy = (supplierId: number) => sql<boolean>`EXISTS (
  SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = ${supplierId} AND d.order_id = o.id)`;
/** The same where many orders are skipped: the declines are read once, and the list stays in order. */
const declinedWhileSkipping = (supplierId: number) => sql<boolean>`o.id IN (
  SELECT d.order_id FROM supplier_order_declines d WHERE d.supplier_id = ${supplierId})`;
/** Reads the few marked orders first, instead of all in the list's order until a page is full. */
const isOneOf = (orderIds: RawBuilder<unknown>) => sql<boolean>`o.id = ANY (ARRAY${orderIds})`;
const favoritesOf = (supplierId: number) => sql`(
  SELECT f.order_id FROM favorite_orders f WHERE f.supplier_id = ${supplierId})`;
/** The orders that a supplier has proposed for; without those on which it has only a draft. */
const proposedOnBy = (supplierId: number) => sql`(
  SELECT p.order_id FROM proposals p WHERE p.supplier_id = ${supplierId})`;
const sentOnBy = (supplierId: number) => sql`(
  SELECT p.order_id FROM proposals p WHERE p.supplier_id = ${supplierId} AND p.status <> 'draft')`;
const visible = sql<boolean>`${sql.raw(visibleSql('live.supplier_id'))}`;

function conditionsOfScope(scope: OrderScope, supplierId: number, skips = 0): readonly Condition[] {
  if (scope === 'declined') return [visible];
  if (scope === 'favorites') return [visible, sql<boolean>`NOT ${declinedBy(supplierId)}`];
  const declined = skips < DEEP_OFFSET ? declinedBy(supplierId) : declinedWhileSkipping(supplierId);
  return [sql<boolean>`o.status = 'publicada'`, sql<boolean>`NOT ${declined}`];
}

async function conditionsOf(db: Db, supplierId: number, query: OrderQuery): Promise<Wanted[]> {
  const text = searchOf(query);
  const { product_type_id, state, city_id, deadline_from, deadline_to } = query;
  return [
    query.favorites === true && isOneOf(favoritesOf(supplierId)),
    query.matching === true && matchesSupplier(supplierId),
    query.answered === true && isOneOf(proposedOnBy(supplierId)),
    product_type_id !== undefined &&
      sql<boolean>`o.product_type_ids @> ARRAY[${product_type_id}::bigint]`,
    state !== undefined && sql<boolean>`place.uf = ${state.toUpperCase()}`,
    city_id !== undefined && sql<boolean>`o.delivery_city_id = ${city_id}::bigint`,
    deadline_from !== undefined && sql<boolean>`o.deadline_date >= ${deadline_from}::date`,
    deadline_to !== undefined && sql<boolean>`o.deadline_date <= ${deadline_to}::date`,
    text !== undefined && (await foundByWords(db, text, foundBySupplier)),
  ];
}

/** Returns the orders that a list leaves out because the supplier has answered them, where it does. */
function leftOutOf(
  supplierId: number,
  { answered, waiting }: OrderQuery,
): RawBuilder<unknown> | undefined {
  if (answered === false) return proposedOnBy(supplierId);
  return waiting === true ? sentOnBy(supplierId) : undefined;
}
