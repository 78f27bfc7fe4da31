import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { encodeCursor, searchOf, sortOf, type PageRequest } from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { matchesSql, profileSql, visibleSql } from '../orders/orders-feature.ts';
import { assertCity } from '../places/places-feature.ts';
import { favoritedSql, listedOrderSql, type ListedOrderRow } from './supplier-order-sql.ts';

const sortKeys = {
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
  published_at: { expression: "coalesce(o.published_at, '-infinity')", type: 'timestamptz' },
  number: { expression: 'o.number', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

/** Filters of a supplier's list. */
export interface OrderFilters {
  readonly favorites?: boolean;
  readonly matching?: boolean;
  readonly answered?: boolean;
  readonly product_type_id?: number;
  readonly state?: string;
  readonly city_id?: number;
  readonly deadline_from?: string;
  readonly deadline_to?: string;
  readonly q?: string;
  readonly search?: string;
  readonly sort?: SortField | `-${SortField}`;
  readonly cursor?: string;
}

/**
 * Set of orders: published ones without the declined, the caller's visible favorites, or those that
 * it has declined and can still open.
 */
export type OrderScope = 'published' | 'favorites' | 'declined';

export interface SearchedPage {
  readonly rows: readonly ListedOrderRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/**
 * Returns a filtered or differently sorted page. The total is counted exactly, since filters reduce
 * the rows.
 */
export async function searchOrders(
  db: Db,
  supplierId: number,
  scope: OrderScope,
  filters: OrderFilters,
  page: PageRequest,
): Promise<SearchedPage> {
  const { field, descending } = sortOf<SortField>(filters.sort, 'deadline_date');
  const key = sortKeys[field];
  const cursorName = `orders:${descending ? '-' : ''}${field}`;
  await assertCity(db, filters.city_id);
  const conditions = conditionsOf(scope, filters);
  const from = sql`
    FROM orders o
    CROSS JOIN (SELECT su.id AS supplier_id, ${sql.raw(profileSql('su'))} FROM suppliers su WHERE su.id = ${supplierId}) live
    LEFT JOIN cities place ON place.id = o.delivery_city_id`;
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total ${from} WHERE ${allOf(conditions)}`.execute(db.q);

  const start =
    filters.cursor === undefined
      ? []
      : [after(key, 'o.id', descending, keysetStart(filters.cursor, cursorName, key))];
  const found = await sql<ListedOrderRow & { sort_key: string }>`
    SELECT ${sql.raw(listedOrderSql)}, ${sql.raw(key.expression)}::text AS sort_key ${from}
    WHERE ${allOf([...conditions, ...start])}
    ORDER BY ${orderBy(key, 'o.id', descending)}
    LIMIT ${page.perPage + 1} OFFSET ${filters.cursor === undefined ? page.offset : 0}`.execute(
    db.q,
  );
  const rows = found.rows.slice(0, page.perPage);
  const last = rows.at(-1);
  return {
    rows,
    total: counted.rows[0]?.total ?? 0,
    nextCursor:
      found.rows.length > page.perPage && last !== undefined
        ? encodeCursor(cursorName, last.sort_key, last.order_id)
        : null,
  };
}

const declined = sql<boolean>`EXISTS (SELECT 1 FROM supplier_order_declines d WHERE d.supplier_id = live.supplier_id AND d.order_id = o.id)`;
const favorited = sql<boolean>`${sql.raw(favoritedSql)}`;
const proposedOn = sql<boolean>`EXISTS (SELECT 1 FROM proposals p WHERE p.supplier_id = live.supplier_id AND p.order_id = o.id)`;
const visible = sql<boolean>`${sql.raw(visibleSql('live.supplier_id'))}`;
const scopes: Readonly<Record<OrderScope, readonly Condition[]>> = {
  published: [sql<boolean>`o.status = 'publicada'`, sql<boolean>`NOT ${declined}`],
  favorites: [favorited, visible, sql<boolean>`NOT ${declined}`],
  declined: [declined, visible],
};

function conditionsOf(scope: OrderScope, filters: OrderFilters): Condition[] {
  const text = searchOf(filters);
  const wanted: readonly (Condition | false | undefined)[] = [
    ...scopes[scope],
    filters.favorites === true && favorited,
    filters.matching === true && sql<boolean>`${sql.raw(matchesSql)}`,
    filters.answered !== undefined &&
      (filters.answered ? proposedOn : sql<boolean>`NOT ${proposedOn}`),
    filters.product_type_id !== undefined &&
      sql<boolean>`o.product_type_ids @> ARRAY[${filters.product_type_id}::bigint]`,
    filters.state !== undefined && sql<boolean>`place.uf = ${filters.state.toUpperCase()}`,
    filters.city_id !== undefined && sql<boolean>`o.delivery_city_id = ${filters.city_id}::bigint`,
    filters.deadline_from !== undefined &&
      sql<boolean>`o.deadline_date >= ${filters.deadline_from}::date`,
    filters.deadline_to !== undefined &&
      sql<boolean>`o.deadline_date <= ${filters.deadline_to}::date`,
    text !== undefined && sql<boolean>`o.search LIKE ${likePattern(text)}`,
  ];
  return wanted.filter((condition) => condition !== false && condition !== undefined);
}
