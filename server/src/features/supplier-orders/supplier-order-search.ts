import { sql, type RawBuilder } from 'kysely';
import type { Page, PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import { listPage, type SortColumns, type SortKey } from '../../platform/db/list-page.ts';
import { searchOf } from '../../platform/db/paging.ts';
import {
  asksForOneOf,
  foundBySupplier,
  matchesSupplier,
  productsNamed,
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
  number: { expression: 'o.number', type: 'text' },
  // Orders at an unknown distance come after the farthest.
  distance_km: { expression: 'coalesce(place.km, 99999)::numeric', type: 'numeric' },
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
  const isWhole = scope === 'published' && filters.every((filter) => filter === false);
  const tablesOf = tables(supplierId, query);
  return listPage(db, query, {
    name: 'orders',
    from: tablesOf(sql`orders o`),
    read: async ({ where, order, sortColumns, limit, offset }) => {
      const { rows } = await sql<ListedOrderRow & SortColumns>`
        WITH page AS MATERIALIZED (
          SELECT ${sql.join(sortColumns)} FROM ${tablesOf(sql`orders o`)} WHERE ${where}
          ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT ${columnsOf(query)}, page.sort_key, page.sort_id
        FROM ${tablesOf(sql`page CROSS JOIN LATERAL (SELECT * FROM orders one WHERE one.id = page.sort_id OFFSET 0) o`)}
        LEFT JOIN (${homeOf(supplierId)}) home ON true
        ORDER BY ${order}`.execute(db.q);
      return rows;
    },
    conditions: [...conditionsOfScope(scope, supplierId), ...filters],
    total: isWhole ? () => countPublished(db, supplierId) : undefined,
    sorts: scope === 'published' ? publishedSortKeys : sortKeys,
    sort: 'deadline_date',
    id: 'o.id',
  });
}

/** Returns how some orders `o` are joined with what filters and sorts ask for: the supplier and the places. */
const tables =
  (supplierId: number, query: OrderQuery) =>
  (orders: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${orders}
      CROSS JOIN (
        SELECT su.id AS supplier_id, ${sql.raw(profileSql('su'))}
        FROM suppliers su WHERE su.id = ${supplierId} OFFSET 0
      ) live
      LEFT JOIN (${isByDistance(query) ? measuredCities(supplierId) : sql`SELECT * FROM cities`}) place
        ON place.id = o.delivery_city_id`;

const columnsOf = (query: OrderQuery): RawBuilder<unknown> =>
  rawColumns(
    query.with_details === true || isByDistance(query)
      ? { ...listedOrderColumns, ...orderDetailColumns }
      : listedOrderColumns,
    'o',
  );

const homeOf = (supplierId: number): RawBuilder<unknown> =>
  sql`${sql.raw(homeSql)} WHERE su.id = ${supplierId}`;

/** The municipalities with their distance, measured once for each (`OFFSET 0`) and not for each order. */
const measuredCities = (supplierId: number): RawBuilder<unknown> => sql`
  SELECT place.*, ${sql.raw(distanceSql)} AS km
  FROM cities place LEFT JOIN (${homeOf(supplierId)}) home ON true OFFSET 0`;

/** Returns how many published orders a supplier has not declined. */
async function countPublished(db: Db, supplierId: number): Promise<number> {
  const [published, declined] = await Promise.all([
    readListTotal(db, 'published'),
    readListTotal(db, 'declined', supplierId),
  ]);
  return Math.max(0, published - declined);
}

/** Returns whether the distance determines the order, and so is shown in any case. */
const isByDistance = ({ sort }: OrderQuery): boolean =>
  sort === 'distance_km' || sort === '-distance_km';

// The supplier stands in these as a value, not as a column of `live`: the few orders that a supplier
// has marked are read first, instead of one lookup for each order of the list.
const declinedBy = (supplierId: number) => sql<boolean>`EXISTS (
  SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = ${supplierId} AND d.order_id = o.id)`;
const favoriteOf = (supplierId: number) => sql<boolean>`EXISTS (
  SELECT 1 FROM favorite_orders f WHERE f.supplier_id = ${supplierId} AND f.order_id = o.id)`;
const proposedOnBy = (supplierId: number) => sql<boolean>`EXISTS (
  SELECT 1 FROM proposals p WHERE p.supplier_id = ${supplierId} AND p.order_id = o.id)`;
const sentOnBy = (supplierId: number) => sql<boolean>`EXISTS (
  SELECT 1 FROM proposals p
  WHERE p.supplier_id = ${supplierId} AND p.order_id = o.id AND p.status <> 'draft')`;
const visible = sql<boolean>`${sql.raw(visibleSql('live.supplier_id'))}`;

function conditionsOfScope(scope: OrderScope, supplierId: number): readonly Condition[] {
  const declined = declinedBy(supplierId);
  const scopes: Readonly<Record<OrderScope, readonly Condition[]>> = {
    published: [sql<boolean>`o.status = 'publicada'`, sql<boolean>`NOT ${declined}`],
    favorites: [favoriteOf(supplierId), visible, sql<boolean>`NOT ${declined}`],
    declined: [declined, visible],
  };
  return scopes[scope];
}

async function conditionsOf(db: Db, supplierId: number, query: OrderQuery): Promise<Wanted[]> {
  const text = searchOf(query);
  const { answered, product_type_id, state, city_id, deadline_from, deadline_to } = query;
  const proposedOn = proposedOnBy(supplierId);
  return [
    query.favorites === true && favoriteOf(supplierId),
    query.matching === true && matchesSupplier(supplierId),
    answered !== undefined && (answered ? proposedOn : sql<boolean>`NOT ${proposedOn}`),
    query.waiting === true && sql<boolean>`NOT ${sentOnBy(supplierId)}`,
    product_type_id !== undefined &&
      sql<boolean>`o.product_type_ids @> ARRAY[${product_type_id}::bigint]`,
    state !== undefined && sql<boolean>`place.uf = ${state.toUpperCase()}`,
    city_id !== undefined && sql<boolean>`o.delivery_city_id = ${city_id}::bigint`,
    deadline_from !== undefined && sql<boolean>`o.deadline_date >= ${deadline_from}::date`,
    deadline_to !== undefined && sql<boolean>`o.deadline_date <= ${deadline_to}::date`,
    text !== undefined && foundBy(text, await productsNamed(db, text)),
  ];
}

/** Returns the condition that a search finds order `o`, by what it says or by what it asks for. */
const foundBy = (text: string, productIds: readonly number[]): Condition =>
  productIds.length === 0
    ? foundBySupplier(text)
    : sql<boolean>`(${foundBySupplier(text)} OR ${asksForOneOf(productIds)})`;
