import { sql } from 'kysely';
import type { ProductSubtype } from '@lavra/contract/catalogue/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { catalogueList, activityCondition, type CatalogueListQuery } from './catalogue-list.ts';

export interface SubtypeListQuery extends CatalogueListQuery {
  product_type_id?: number;
}

const subtypes = (db: Db) => db.q.selectFrom('product_subtypes as t');

const withColumns = (rows: ReturnType<typeof subtypes>) =>
  rows
    .innerJoin('product_types as y', 'y.id', 't.product_type_id')
    .select([
      't.id',
      't.product_type_id',
      't.name',
      't.description',
      't.active',
      't.created_at',
      't.updated_at',
      'y.name as type_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('products as p')
        .whereRef('p.product_subtype_id', '=', 't.id')
        .select((p) => p.fn.countAll<number>().as('n'))
        .as('products_count'),
    );

/** Returns one page of subtypes, of all types or of one. */
export async function listProductSubtypes(db: Db, query: SubtypeListQuery, caller: Caller) {
  const { product_type_id } = query;
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    from: sql`product_subtypes t`,
    conditions: [
      sql<boolean>`NOT t.is_unlisted`,
      product_type_id !== undefined && sql<boolean>`t.product_type_id = ${product_type_id}`,
      activityCondition(query, caller),
      ...searchPatterns(query).map((pattern) => sql<boolean>`t.name_key LIKE ${pattern}`),
    ],
    read: (slice) => sliceOf(withColumns(subtypes(db)), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Finds a subtype as presented in replies; that of an unlisted product is no part of the catalogue. */
export async function findProductSubtype(db: Db, id: number): Promise<ProductSubtype | undefined> {
  const row = await withColumns(subtypes(db))
    .where('t.id', '=', id)
    .where('t.is_unlisted', '=', false)
    .executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

type Row = Omit<ProductSubtype, 'products_count' | 'type'> & {
  products_count: number | null;
  type_name: string;
};

const present = (row: Row): ProductSubtype => ({
  id: row.id,
  product_type_id: row.product_type_id,
  name: row.name,
  description: row.description,
  active: row.active,
  products_count: row.products_count ?? 0,
  type: { id: row.product_type_id, name: row.type_name },
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
