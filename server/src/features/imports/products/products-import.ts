import type { SheetRow } from '../../../platform/csv/sheet.ts';
import {
  judgeProducts,
  productColumns,
  readProductRow,
  storeProducts,
  type JudgedProduct,
} from '../../catalogue/catalogue-feature.ts';
import type { ImportType, Thing } from '../import-type.ts';
import { mapInTurns } from '../../../platform/csv/in-turns.ts';

interface ProductThing extends Thing {
  readonly judged: JudgedProduct;
}

/** Imports products by the catalogue's own rules: the same as `POST /products/import`. */
export const productsImport: ImportType<ProductThing> = {
  name: 'products',
  columns: productColumns,
  judge: async ({ db }, rows) => {
    const judged = await judgeProducts(db, await mapInTurns(rows, readProductRow));
    const typed = new Map(rows.map((row) => [row.row, row]));
    return {
      rows: judged.map(({ row }) => ({
        ...row,
        warnings: unitWarning(typed.get(row.row), row.data.unit),
      })),
      things: judged.flatMap((one) =>
        one.product === undefined ? [] : [{ rows: [one.row.row], judged: one }],
      ),
    };
  },
  store: async (uow, things) => {
    const stored = await storeProducts(
      uow,
      things.map(({ judged }) => judged),
    );
    return things.flatMap(({ rows, judged }) => (stored.has(judged) ? [] : rows));
  },
};

/**
 * Warns when a unit was recognised in another spelling, so that the change of the value is
 * explained.
 */
function unitWarning(row: SheetRow | undefined, unit: string | null): string[] {
  const typed = row?.cells['unit'];
  return typed === undefined || unit === null || typed === unit
    ? []
    : [`${productColumns.unit.heading}: "${typed}" foi lida como ${unit}.`];
}
