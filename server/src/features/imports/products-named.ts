import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';

const productsByName = statement({
  name: 'import-products-named',
  params: params<{ name_keys: readonly string[] }>(),
  columns: {
    id: col.int,
    name_key: col.text,
    subtype_key: col.text,
    unit: col.text,
    orderable: col.boolean,
  },
  text: `
    SELECT p.id, p.name_key, s.name_key AS subtype_key, p.unit, ${orderableSql('p')} AS orderable
    FROM products p JOIN product_subtypes s ON s.id = p.product_subtype_id
    WHERE p.name_key = ANY(:name_keys::text[]) AND NOT p.is_unlisted`,
});

/**
 * A product with the columns that orders and proposals need; inactive ones are included, because
 * past orders may name them.
 */
export type NamedProduct = NonNullable<(typeof productsByName)['gives']>;
export type FindProduct = (
  name: string,
  subtype: string | null,
) => NamedProduct | 'unknown' | 'ambiguous';

/** Looks up all these product names at once. */
export async function loadProducts(db: Db, names: readonly string[]): Promise<FindProduct> {
  const found = await db.rows(productsByName, { name_keys: [...new Set(names.map(fold))] });
  const byName = Map.groupBy(found, ({ name_key }) => name_key);
  return (name, subtype) => {
    const all = byName.get(fold(name)) ?? [];
    const [first, second] =
      subtype === null ? all : all.filter(({ subtype_key }) => subtype_key === fold(subtype));
    return second !== undefined ? 'ambiguous' : (first ?? 'unknown');
  };
}
