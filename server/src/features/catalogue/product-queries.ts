import { sql } from 'kysely';
import type { Product, ProductLookup } from '@lavra/contract/catalogue/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { allOf } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import type { Turn } from '../../platform/http/mount.ts';
import { wireTime } from '../../platform/text/wire.ts';
import {
  activeFilter,
  catalogueList,
  activityCondition,
  type CatalogueListQuery,
} from './catalogue-list.ts';
import { matchKey, productConditions } from './product-search.ts';

export interface ProductListQuery extends Omit<CatalogueListQuery, 'sort'> {
  sort?: CatalogueListQuery['sort'] | 'match' | '-match';
  product_type_id?: number;
  product_subtype_id?: number;
}

const products = (db: Db) => db.q.selectFrom('products as t');

const withColumns = (rows: ReturnType<typeof products>) =>
  rows
    .innerJoin('product_subtypes as s', 's.id', 't.product_subtype_id')
    .innerJoin('product_types as y', 'y.id', 's.product_type_id')
    .select([
      't.id',
      't.product_subtype_id',
      't.name',
      't.description',
      't.brand',
      't.active_ingredient',
      't.concentration',
      't.unit',
      't.active',
    ])
    .select([
      't.created_at',
      't.updated_at',
      's.name as subtype_name',
      'y.id as type_id',
      'y.name as type_name',
    ]);

const underActive = sql<boolean>`t.product_subtype_id IN (
  SELECT kind.id FROM product_subtypes kind
  JOIN product_types family ON family.id = kind.product_type_id
  WHERE kind.active AND family.active)`;

/**
 * Returns one page of products; `productConditions` says what the search covers.
 */
export async function listProducts(db: Db, query: ProductListQuery, caller: Caller) {
  const { product_type_id, product_subtype_id } = query;
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    sorts: { ...catalogueList.sorts, match: matchKey(query) },
    from: sql`products t`,
    conditions: [
      product_subtype_id !== undefined &&
        sql<boolean>`t.product_subtype_id = ${product_subtype_id}`,
      // A subquery, because a join would slow the count down.
      product_type_id !== undefined &&
        sql<boolean>`t.product_subtype_id IN (
          SELECT s.id FROM product_subtypes s WHERE s.product_type_id = ${product_type_id})`,
      sql<boolean>`NOT t.is_unlisted`,
      activityCondition(query, caller),
      // Active products under a deactivated type or subtype cannot be ordered: only administrators
      // see them.
      caller.userType !== 'admin' && activeFilter(query, caller) === true && underActive,
      ...productConditions(query),
    ],
    read: (slice) => sliceOf(withColumns(products(db)), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Products of one search of a lookup. */
const LOOKED_UP = 30;

/**
 * Returns the orderable products of each search, by name; `productConditions` says what a search
 * covers. Each name waits for its own turn among searches.
 */
export async function lookUpProducts(
  db: Db,
  names: readonly string[],
  turn: Turn,
): Promise<ProductLookup['data']> {
  const found: ProductLookup['data'] = [];
  // One after another, so that a long list takes one connection.
  for (const name of names) {
    const named = products(db)
      .select(['t.id', 't.name', 't.brand', 't.active_ingredient', 't.concentration', 't.unit'])
      .where(sql<boolean>`t.active AND NOT t.is_unlisted AND ${underActive}`)
      .where(allOf(productConditions({ q: name })))
      .orderBy('t.name_key')
      .orderBy('t.id')
      .limit(LOOKED_UP);
    found.push({ name, products: await turn(() => named.execute()) });
  }
  return found;
}

/** Finds a product as presented in replies; unlisted ones are no part of the catalogue. */
export async function findProduct(db: Db, id: number): Promise<Product | undefined> {
  const row = await withColumns(products(db))
    .where('t.id', '=', id)
    .where('t.is_unlisted', '=', false)
    .executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

type Row = Omit<Product, 'subtype' | 'type'> & {
  subtype_name: string;
  type_id: number;
  type_name: string;
};

const present = (row: Row): Product => ({
  id: row.id,
  product_subtype_id: row.product_subtype_id,
  name: row.name,
  description: row.description,
  brand: row.brand,
  active_ingredient: row.active_ingredient,
  concentration: row.concentration,
  unit: row.unit,
  active: row.active,
  subtype: { id: row.product_subtype_id, name: row.subtype_name },
  type: { id: row.type_id, name: row.type_name },
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
