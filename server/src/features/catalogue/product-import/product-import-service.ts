import type {
  ProductImport,
  ProductImportData,
  ProductImportRow,
} from '@lavra/contract/catalogue/product-import';
import { CreateProductBody } from '@lavra/contract/catalogue/schemas';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { Db } from '../../../platform/db/database.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import type { AdminCaller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { InvalidFields, type FieldErrors } from '../../../platform/errors.ts';
import {
  createCallerQueue,
  type CallerQueue,
} from '../../../platform/http/admission/caller-queue.ts';
import { addSchemaErrors, compileSchema } from '../../../platform/http/schema-compiler.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refusingTaken, tidyEntry } from '../catalogue-changes.ts';
import { createProducts, existingProducts, productKey, type NewProduct } from '../product-bulk.ts';
import { loadReferences, type FindReferences } from './product-references.ts';
import { readProductFile, type ProductRow } from './product-columns.ts';

const isProductBody = compileSchema(CreateProductBody, 'body');

/**
 * A validated row; `product` is the product it would create, absent when the row is wrong or the
 * product exists.
 */
export interface ValidatedProduct {
  readonly row: ProductImportRow;
  readonly product: NewProduct | undefined;
}

/**
 * Creates the queue of those who import products, all that this feature holds between two requests.
 */
export const createProductImportQueue = (): CallerQueue =>
  createCallerQueue(
    { atOnce: 1, each: 2, waiting: 8 },
    { own: 'sheets_busy_own', all: 'sheets_busy', retryAfter: 5 },
  );

/**
 * Imports products from a file: rows are validated one by one, and all are stored or, if one is
 * wrong, none. The reply reports on each row.
 */
export const importProducts = (
  { command }: Platform,
  reading: CallerQueue,
  request: HttpRequest<AdminCaller>,
  bytes: Uint8Array,
): Promise<ProductImport> =>
  reading(request, async () => {
    const rows = await readProductFile(bytes);
    return refusingTaken(
      command(request, async (uow) => {
        const validated = await validateProducts(uow.db, rows);
        const invalid = validated.filter(({ row }) => row.status === 'error').length;
        return presentImport(
          validated,
          invalid === 0 ? (await storeProducts(uow, validated)).size : 0,
        );
      }),
    );
  });

/**
 * Validates each row against the catalogue and the rows before it; locks the types, subtypes and
 * units until the commit.
 */
export async function validateProducts(
  db: Db,
  rows: readonly ProductRow[],
): Promise<ValidatedProduct[]> {
  const find = await loadReferences(db);
  const read = await mapYielding(rows, (one) => ({ ...one, product: productOf(one, find) }));
  const existing = await existingProducts(db, [
    ...new Set(
      read.flatMap(({ product }) => (product === undefined ? [] : [product.product_subtype_id])),
    ),
  ]);
  const rowByKey = new Map<string, number>();
  return read.map(({ row, data, cells, product }): ValidatedProduct => {
    const key =
      product === undefined ? undefined : productKey(product.product_subtype_id, product.name);
    const first = key === undefined ? undefined : rowByKey.get(key);
    if (first !== undefined) cells.refuse('name', 'product_twice', { row: first });
    else if (key !== undefined) rowByKey.set(key, row);
    const isNew =
      product !== undefined && !cells.problems.any && key !== undefined && !existing.has(key);
    const reported = {
      row,
      status: cells.problems.any ? 'error' : 'success',
      action: isNew ? 'create' : 'skip',
      errors: cells.sentences(),
      data,
    } as const;
    return { row: reported, product: isNew ? product : undefined };
  });
}

/**
 * Stores the products of the rows and returns the rows stored, without those whose product was
 * created concurrently.
 */
export async function storeProducts(
  uow: UnitOfWork,
  validated: readonly ValidatedProduct[],
): Promise<Set<ValidatedProduct>> {
  const created = await createProducts(
    uow,
    validated.flatMap(({ product }) => product ?? []),
  );
  return new Set(
    validated.filter(
      ({ product }) =>
        product !== undefined && created.has(productKey(product.product_subtype_id, product.name)),
    ),
  );
}

/**
 * Builds the product of a row, with names replaced by the catalogue's own; undefined while a name
 * is unknown.
 */
function productOf(
  { data, cells: { problems } }: ProductRow,
  find: FindReferences,
): NewProduct | undefined {
  const { type, subtype, unit } = find(data, problems);
  Object.assign(data, {
    type: type?.name ?? data.type,
    subtype: subtype?.name ?? data.subtype,
    unit: unit ?? data.unit,
  });
  assertTexts(data, problems);
  if (subtype === undefined || unit === undefined || data.name === null || data.active === null)
    return undefined;
  const { name, description, brand, active_ingredient, concentration, active } = data;
  return {
    product_subtype_id: subtype.id,
    name,
    description,
    brand,
    active_ingredient,
    concentration,
    unit,
    active,
  };
}

/** Adds the errors that the JSON route would give: texts that are too long. */
function assertTexts(
  { name, description, brand, active_ingredient, concentration }: ProductImportData,
  problems: FieldErrors,
): void {
  const texts = { name: name ?? '-', description, brand, active_ingredient, concentration };
  if (!isProductBody({ ...texts, product_subtype_id: 1, unit: 'L' }))
    return addSchemaErrors(problems, isProductBody.errors ?? []);
  for (const field of ['brand', 'active_ingredient'] as const) {
    try {
      tidyEntry(field, texts[field]);
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      problems.add(field, 'format');
    }
  }
}

/** Presents the result of an import that created `created` products. */
function presentImport(validated: readonly ValidatedProduct[], created: number): ProductImport {
  const rows = validated.map(({ row }) => row);
  const invalid = rows.filter((row) => row.status === 'error').length;
  const skipped = rows.filter((row) => row.status === 'success' && row.action === 'skip').length;
  return {
    summary: { total: rows.length, valid: rows.length - invalid, invalid, created, skipped },
    rows,
  };
}
