import { fold } from '@lavra/domain/text/fold';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { ingredientsOf } from './registry-names.ts';

/** A product to be stored, its texts already normalised. */
export interface NewProduct {
  readonly product_subtype_id: number;
  readonly name: string;
  readonly description: string | null;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
  readonly unit: string;
  readonly active: boolean;
}

/** Returns a product's identity: its folded name under its subtype. */
export const productKey = (subtypeId: number, name: string): string => `${subtypeId}/${fold(name)}`;

const insertBrands = statement({
  name: 'catalogue-bulk-brands',
  params: params<{ names: string[]; now: Date }>(),
  columns: { id: col.int },
  // Inserted in one fixed order, so that two concurrent imports wait for each other in one
  // direction only.
  text: `
    INSERT INTO brands (name, created_at, updated_at)
    SELECT DISTINCT ON (fold(n.name)) n.name, :now, :now
    FROM unnest(:names::text[]) WITH ORDINALITY AS n(name, position)
    ORDER BY fold(n.name), n.position
    ON CONFLICT DO NOTHING RETURNING id`,
});

const insertIngredients = statement({
  name: 'catalogue-bulk-ingredients',
  params: params<{ names: string[]; now: Date }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO active_ingredients (name, created_at, updated_at)
    SELECT DISTINCT ON (fold(n.name)) n.name, :now, :now
    FROM unnest(:names::text[]) WITH ORDINALITY AS n(name, position)
    ORDER BY fold(n.name), n.position
    ON CONFLICT DO NOTHING RETURNING id`,
});

const insertProducts = statement({
  name: 'catalogue-bulk-products',
  params: params<{ products: string; now: Date }>(),
  columns: { id: col.int, product_subtype_id: col.int, name: col.text },
  // In one fixed order too. Its callers send each product once.
  text: `
    INSERT INTO products (product_subtype_id, name, description, brand, active_ingredient,
      concentration, unit, active, created_at, updated_at)
    SELECT p.product_subtype_id, p.name, p.description, p.brand, p.active_ingredient,
      p.concentration, p.unit, p.active, :now, :now
    FROM jsonb_to_recordset(:products::jsonb) AS p(product_subtype_id bigint, name text,
      description text, brand text, active_ingredient text,
      concentration text, unit text, active boolean)
    ORDER BY p.product_subtype_id, fold(p.name)
    ON CONFLICT DO NOTHING RETURNING id, product_subtype_id, name`,
});

/**
 * Stores the products that do not exist yet, and the names new to the registries, in three
 * statements for any number of products; writes an audit entry for each product. The caller has
 * locked types, subtypes and units. Returns the keys of the created products.
 */
export async function createProducts(
  uow: UnitOfWork,
  products: readonly NewProduct[],
): Promise<Set<string>> {
  const { db, now } = uow;
  await db.rows(insertBrands, {
    names: products.flatMap(({ brand }) => (brand === null ? [] : [brand])),
    now,
  });
  await db.rows(insertIngredients, {
    names: products.flatMap((product) => ingredientsOf(product.active_ingredient ?? '')),
    now,
  });
  const created = await db.rows(insertProducts, { products: JSON.stringify(products), now });
  const byKey = new Map(
    products.map((product) => [productKey(product.product_subtype_id, product.name), product]),
  );
  for (const { id, product_subtype_id, name } of created) {
    uow.audit({
      action: 'created',
      resourceType: 'product',
      resourceId: id,
      newValues: { ...byKey.get(productKey(product_subtype_id, name)) },
    });
  }
  return new Set(created.map((row) => productKey(row.product_subtype_id, row.name)));
}

/** Returns the keys of the products under these subtypes. */
export async function existingProducts(
  db: Db,
  subtypeIds: readonly number[],
): Promise<Set<string>> {
  if (subtypeIds.length === 0) return new Set();
  const rows = await db.q
    .selectFrom('products')
    .select(['product_subtype_id', 'name_key'])
    .where('product_subtype_id', 'in', subtypeIds)
    .execute();
  return new Set(rows.map((row) => `${row.product_subtype_id}/${row.name_key}`));
}
