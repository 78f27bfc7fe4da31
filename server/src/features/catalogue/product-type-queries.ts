import { sql } from 'kysely';
import type { ProductType, ProductTypeChoices } from '@lavra/contract/catalogue/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { catalogueList, activityCondition, type CatalogueListQuery } from './catalogue-list.ts';

const productTypes = (db: Db) => db.q.selectFrom('product_types as t');

const withColumns = (types: ReturnType<typeof productTypes>) =>
  types
    .select([
      't.id',
      't.name',
      't.description',
      't.active',
      't.is_pesticide',
      't.created_at',
      't.updated_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('product_subtypes as s')
        .whereRef('s.product_type_id', '=', 't.id')
        .where('s.is_unlisted', '=', false)
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('subtypes_count'),
    );

/** Returns one page of product types. */
export async function listProductTypes(db: Db, query: CatalogueListQuery, caller: Caller) {
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    from: sql`product_types t`,
    conditions: [
      activityCondition(query, caller),
      ...searchPatterns(query).map((pattern) => sql<boolean>`t.name_key LIKE ${pattern}`),
    ],
    read: (slice) => sliceOf(withColumns(productTypes(db)), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Lists the active types by name, for the registration form. */
export async function listProductTypeChoices(db: Db): Promise<ProductTypeChoices> {
  return {
    data: await productTypes(db)
      .select(['t.id', 't.name'])
      .where('t.active', '=', true)
      .orderBy('t.name_key')
      .orderBy('t.id')
      .execute(),
  };
}

/** Finds a product type as presented in replies. */
export async function findProductType(db: Db, id: number): Promise<ProductType | undefined> {
  const row = await withColumns(productTypes(db)).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

type Row = Omit<ProductType, 'subtypes_count'> & { subtypes_count: number | null };

const present = (row: Row): ProductType => ({
  id: row.id,
  name: row.name,
  description: row.description,
  active: row.active,
  is_pesticide: row.is_pesticide,
  subtypes_count: row.subtypes_count ?? 0,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
