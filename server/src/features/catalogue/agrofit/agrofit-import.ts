import { fold } from '@lavra/domain/text/fold';
import { systemActor, type Command } from '../../../platform/db/command.ts';
import { ensureUnlistedProducts } from '../unlisted-products.ts';
import { createProducts, existingProducts, productKey, type NewProduct } from '../product-bulk.ts';
import { productOfBrand, type CropNames } from './agrofit-product.ts';
import { BadLine, readRegistration, type Registration } from './agrofit-record.ts';
import { ensurePesticideTypes } from './agrofit-store.ts';

export interface AgrofitReport {
  readonly registrations: number;
  readonly created: number;
  /**
   * `known` counts brands the catalogue already had, `repeated` those that an earlier registration
   * in the file has in the same subtype.
   */
  readonly skipped: { readonly known: number; readonly repeated: number };
  readonly badLines: readonly { readonly line: number; readonly problem: string }[];
  /** False when bad lines prevented the import. */
  readonly stored: boolean;
}

interface Options {
  readonly partial?: boolean;
  readonly crops?: CropNames;
}

/**
 * Imports the register of pesticides (JSON lines, one registration each) into the catalogue: one
 * product per brand. All or nothing unless `partial`; existing products stay as they are, so that a
 * second run creates nothing.
 */
export async function importAgrofit(
  command: Command,
  file: Uint8Array,
  { partial = false, crops = new Map() }: Options = {},
): Promise<AgrofitReport> {
  const { registrations, badLines } = readRegister(file);
  const read = { registrations: registrations.length, badLines };
  if (badLines.length > 0 && !partial)
    return { ...read, created: 0, skipped: { known: 0, repeated: 0 }, stored: false };
  return command(systemActor, async (uow) => {
    const subtypeIds = await ensurePesticideTypes(uow);
    await ensureUnlistedProducts(uow);
    const existing = await existingProducts(uow.db, [...subtypeIds.values()]);
    const { products, skipped } = newProducts(registrations, subtypeIds, existing, crops);
    const created = await createProducts(uow, products);
    return {
      ...read,
      created: created.size,
      skipped: { ...skipped, known: skipped.known + products.length - created.size },
      stored: true,
    };
  });
}

function readRegister(file: Uint8Array): {
  registrations: Registration[];
  badLines: { line: number; problem: string }[];
} {
  const registrations: Registration[] = [];
  const badLines: { line: number; problem: string }[] = [];
  for (const { line, bytes } of linesOf(file)) {
    try {
      registrations.push(readRegistration(bytes));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      badLines.push({ line, problem: error.message });
    }
  }
  return { registrations, badLines };
}

/** Yields the lines that are not blank, numbered from 1. The decoder drops a byte order mark. */
function* linesOf(file: Uint8Array): Generator<{ line: number; bytes: Uint8Array }> {
  let [start, line] = [0, 1];
  while (start < file.length) {
    const found = file.indexOf(0x0a, start);
    const end = found === -1 ? file.length : found;
    const bytes = file.subarray(start, end);
    if (bytes.some((byte) => byte > 0x20)) yield { line, bytes };
    start = end + 1;
    line += 1;
  }
}

/**
 * Builds one product per brand, under the first class; a brand that exists under any of its classes
 * is known.
 */
function newProducts(
  registrations: readonly Registration[],
  subtypeIds: ReadonlyMap<string, number>,
  existing: ReadonlySet<string>,
  crops: CropNames,
) {
  const fresh = new Map<string, NewProduct>();
  const skipped = { known: 0, repeated: 0 };
  for (const registration of registrations) {
    const ids = registration.subtypes.map((name) => subtypeIds.get(fold(name)) ?? 0);
    const [home = 0] = ids;
    for (const brand of registration.brands) {
      const key = productKey(home, brand);
      if (ids.some((id) => existing.has(productKey(id, brand)))) skipped.known += 1;
      else if (fresh.has(key)) skipped.repeated += 1;
      else fresh.set(key, productOfBrand(registration, brand, home, crops));
    }
  }
  return { products: [...fresh.values()], skipped };
}
