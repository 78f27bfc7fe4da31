import { sql } from 'kysely';
import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/http/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { activityCondition, catalogueList, type CatalogueListQuery } from './catalogue-list.ts';
import { orderableSql } from './orderable-sql.ts';

type Reader = Pick<Caller, 'userType'>;

const kits = (db: Db) => db.q.selectFrom('order_kits as t');

/** Adds the kit's columns, and its products as `caller` sees them. */
const withColumns = (rows: ReturnType<typeof kits>, caller: Reader) =>
  rows.select(['t.id', 't.name', 't.active', 't.created_at', 't.updated_at']).select(
    sql<OrderKit['products']>`(
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'brand', p.brand,
          'active_ingredient', p.active_ingredient, 'concentration', p.concentration,
          'unit', p.unit) ORDER BY i.position), '[]')
        FROM order_kit_items i JOIN products p ON p.id = i.product_id
        WHERE i.kit_id = t.id AND (${caller.userType === 'admin'} OR ${sql.raw(orderableSql('p'))}))`.as(
      'products',
    ),
  );

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

const present = ({ created_at, updated_at, ...kit }: OrderKit): OrderKit => ({
  ...kit,
  created_at: wireTime(created_at),
  updated_at: wireTime(updated_at),
});
