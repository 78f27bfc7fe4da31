import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import {
  validateProducts,
  productColumns,
  readProductRow,
  storeProducts,
  type ValidatedProduct,
} from '../../catalogue/catalogue-feature.ts';
import type { ImportType, ImportEntity } from '../import-type.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';

interface ProductEntity extends ImportEntity {
  readonly validated: ValidatedProduct;
}

/** Imports products by the catalogue's own rules: the same as `POST /products/import`. */
export const productsImport: ImportType<ProductEntity> = {
  name: 'products',
  columns: productColumns,
  validate: async ({ db }, rows) => {
    const validated = await validateProducts(db, await mapYielding(rows, readProductRow));
    const typed = new Map(rows.map((row) => [row.row, row]));
    return {
      rows: validated.map(({ row }) => ({
        ...row,
        warnings: unitWarning(typed.get(row.row), row.data.unit),
      })),
      entities: validated.flatMap((one) =>
        one.product === undefined ? [] : [{ rows: [one.row.row], validated: one }],
      ),
    };
  },
  store: async (uow, entities) => {
    const stored = await storeProducts(
      uow,
      entities.map(({ validated }) => validated),
    );
    return entities.flatMap(({ rows, validated }) => (stored.has(validated) ? [] : rows));
  },
};

/**
 * Warns when a unit was recognised in another spelling, so that the change of the value is
 * explained.
 */
function unitWarning(row: CsvRow | undefined, unit: string | null): string[] {
  const typed = row?.cells['unit'];
  return typed === undefined || unit === null || typed === unit
    ? []
    : [`${productColumns.unit.heading}: "${typed}" foi lida como ${unit}.`];
}
