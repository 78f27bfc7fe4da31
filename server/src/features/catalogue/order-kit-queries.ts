import { sql } from 'kysely';
import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { from, jsonRowsSql } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { activityCondition, catalogueList, type CatalogueListQuery } from './catalogue-list.ts';
import { orderableSql } from './orderable-sql.ts';

type Reader = Pick<Caller, 'userType'>;

const kits = (db: Db) => db.q.selectFrom('order_kits as t');

const productColumns = {
  id: from('p.id', col.int),
  name: from('p.name', col.text),
  brand: from('p.brand', orNull(col.text)),
  active_ingredient: from('p.active_ingredient', orNull(col.text)),
  concentration: from('p.concentration', orNull(col.text)),
  unit: from('p.unit', col.text),
};
const itemsSql =
  'FROM order_kit_items i JOIN products p ON p.id = i.product_id WHERE i.kit_id = t.id';
/** SQL: products of kit `t`, for administrators and for everyone else. */
const everyProductSql = jsonRowsSql(productColumns, `${itemsSql} ORDER BY i.position`);
const orderableProductsSql = jsonRowsSql(
  productColumns,
  `${itemsSql} AND ${orderableSql('p')} ORDER BY i.position`,
);

/** Adds the kit's columns, and its products as `caller` sees them. */
const withColumns = (rows: ReturnType<typeof kits>, caller: Reader) =>
  rows
    .select(['t.id', 't.name', 't.active', 't.created_at', 't.updated_at'])
    .select(
      sql
        .raw<RowOf<typeof productColumns>[]>(
          caller.userType === 'admin' ? everyProductSql : orderableProductsSql,
        )
        .as('products'),
    );
type KitRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** Returns one page of kits, searched by name; only administrators see inactive ones. */
export async function listOrderKits(db: Db, query: CatalogueListQuery, caller: Caller) {
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    from: sql`order_kits t`,
    conditions: [
      activityCondition(query, caller),
      ...searchPatterns(query).map((pattern) => sql<boolean>`t.name_key LIKE ${pattern}`),
    ],
    read: (slice) => sliceOf(withColumns(kits(db), caller), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Finds a kit as presented in replies to `caller`. */
export async function findOrderKit(
  db: Db,
  id: number,
  caller: Reader,
): Promise<OrderKit | undefined> {
  const row = await withColumns(kits(db), caller).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

const present = (row: KitRow): OrderKit => ({
  id: row.id,
  name: row.name,
  active: row.active,
  products: row.products.map(({ id, name, brand, active_ingredient, concentration, unit }) => ({
    id,
    name,
    brand,
    active_ingredient,
    concentration,
    unit,
  })),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
