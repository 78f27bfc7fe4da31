import type { UnlistedProducts } from '@lavra/contract/catalogue/schemas';
import { MOST_NAMED, UNLISTED_SUFFIX } from '@lavra/domain/catalogue/unlisted-item';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

// What the catalogue lacks is ordered as its type's unlisted product: one product of each type, in
// a subtype of its own, which no list or search shows. Suppliers are matched by the type, and the
// item's notes say what is wanted.

const subtypeName = 'Fora do catálogo (itens livres)';
const productName = 'Produto fora do catálogo';

const ensure = statement({
  name: 'catalogue-unlisted-products',
  params: params<{ subtype: string; product: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    WITH unit AS (
      SELECT u.symbol FROM measurement_units u ORDER BY u.active DESC, u.symbol <> 'UN', u.id LIMIT 1
    ), made AS (
      INSERT INTO product_subtypes (product_type_id, name, is_unlisted, created_at, updated_at)
      SELECT t.id, :subtype, true, :now, :now FROM product_types t
      WHERE EXISTS (SELECT FROM unit) AND NOT EXISTS (
        SELECT FROM product_subtypes s WHERE s.product_type_id = t.id AND s.is_unlisted)
      ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO products (product_subtype_id, name, unit, is_unlisted, created_at, updated_at)
    SELECT m.id, :product, unit.symbol, true, :now, :now FROM made m CROSS JOIN unit RETURNING id`,
});

/** Creates the unlisted product of each type that has none yet. */
export async function ensureUnlistedProducts({ db, now }: UnitOfWork): Promise<void> {
  await db.rows(ensure, { subtype: subtypeName, product: productName, now });
}

/** Returns the unlisted product of each active type, by the type's name. */
export async function listUnlistedProducts(db: Db): Promise<UnlistedProducts> {
  const rows = await db.q
    .selectFrom('products as p')
    .innerJoin('product_subtypes as s', 's.id', 'p.product_subtype_id')
    .innerJoin('product_types as t', 't.id', 's.product_type_id')
    .where('p.is_unlisted', '=', true)
    .where('t.active', '=', true)
    .select(['p.id', 'p.name', 'p.unit', 't.id as type_id', 't.name as type_name'])
    .orderBy('t.name_key')
    .orderBy('t.id')
    .execute();
  return {
    data: rows.map(({ id, name, unit, type_id, type_name }) => ({
      type: { id: type_id, name: type_name },
      product: { id, name, brand: null, active_ingredient: null, concentration: null, unit },
    })),
  };
}

/**
 * Removes the unlisted product of a type that is about to be removed. Throws a foreign key violation
 * where an order has it.
 */
export async function removeUnlistedProduct(db: Db, typeId: number): Promise<void> {
  const subtypes = await db.q
    .selectFrom('product_subtypes')
    .select('id')
    .where('product_type_id', '=', typeId)
    .where('is_unlisted', '=', true)
    .forUpdate()
    .execute();
  for (const { id } of subtypes) {
    await db.q.deleteFrom('products').where('product_subtype_id', '=', id).execute();
    await db.q.deleteFrom('product_subtypes').where('id', '=', id).execute();
  }
}

/**
 * SQL: the name by which people read product `product` of order item `item`: of an unlisted product
 * the words of the item, as `unlistedItemName` makes them.
 */
export const itemNameSql = (product: string, item: string): string =>
  `CASE WHEN ${product}.is_unlisted AND ${item}.notes IS NOT NULL
    THEN rtrim(left(translate(${item}.notes, E'\\n\\r\\t', '   '), ${MOST_NAMED})) || '${UNLISTED_SUFFIX}'
    ELSE ${product}.name END`;
