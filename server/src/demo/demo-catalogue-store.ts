import type { UnitOfWork } from '../platform/db/command.ts';
import { col, params, statement } from '../platform/db/statement.ts';
import { readProductTypes } from '../features/reference-data/product-types.ts';
import { describeDemoProduct, readDemoCatalogue } from './demo-catalogue.ts';

const insertTypes = statement({
  name: 'demo-product-types',
  params: params<{ types: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    WITH t AS (
      INSERT INTO product_types (name, description, is_pesticide, created_at, updated_at)
      SELECT t.name, t.description, t.is_pesticide, :now, :now
      FROM jsonb_to_recordset(:types::jsonb) AS t(name text, description text, is_pesticide boolean)
      RETURNING id, name
    )
    INSERT INTO product_subtypes (product_type_id, name, description, created_at, updated_at)
    SELECT t.id, s.name, s.description, :now, :now
    FROM jsonb_to_recordset(:types::jsonb) AS d(name text, subtypes jsonb) JOIN t ON t.name = d.name
    CROSS JOIN LATERAL jsonb_to_recordset(d.subtypes) AS s(name text, description text)
    RETURNING id`,
});

const insertProducts = statement({
  name: 'demo-products',
  params: params<{ products: string; now: Date }>(),
  columns: { id: col.int, name: col.text },
  text: `
    WITH p AS (
      SELECT p.* FROM jsonb_to_recordset(:products::jsonb) AS p(subtype text, name text,
        description text, brand text, active_ingredient text,
        concentration text, unit text)
    ), b AS (
      INSERT INTO brands (name, created_at, updated_at)
      SELECT DISTINCT ON (fold(p.brand)) p.brand, :now::timestamptz, :now::timestamptz
      FROM p WHERE p.brand IS NOT NULL ORDER BY fold(p.brand), p.brand
      ON CONFLICT DO NOTHING
    ), i AS (
      INSERT INTO active_ingredients (name, created_at, updated_at)
      SELECT DISTINCT ON (fold(p.active_ingredient)) p.active_ingredient, :now::timestamptz, :now::timestamptz FROM p
      WHERE p.active_ingredient IS NOT NULL ORDER BY fold(p.active_ingredient), p.active_ingredient
      ON CONFLICT DO NOTHING
    )
    INSERT INTO products (product_subtype_id, name, description, brand, active_ingredient,
      concentration, unit, created_at, updated_at)
    SELECT s.id, p.name, p.description, p.brand, p.active_ingredient, p.concentration, p.unit, :now, :now
    FROM p JOIN product_subtypes s ON s.name = p.subtype
    ON CONFLICT DO NOTHING
    RETURNING id, name`,
});

/**
 * Fills an empty catalogue with the demo's types, subtypes and products; returns the products' ids
 * by name.
 */
export async function loadDemoCatalogue({ db, now }: UnitOfWork): Promise<Map<string, number>> {
  const { extra_types, products } = readDemoCatalogue();
  await db.rows(insertTypes, {
    types: JSON.stringify([...readProductTypes(), ...extra_types]),
    now,
  });
  const rows = await db.rows(insertProducts, {
    products: JSON.stringify(
      products.map((product) => ({ ...product, description: describeDemoProduct(product) })),
    ),
    now,
  });
  return new Map(rows.map(({ id, name }) => [name, id]));
}
