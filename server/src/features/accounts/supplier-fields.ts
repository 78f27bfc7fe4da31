import { sql } from 'kysely';
import type { CoverageInput } from '@lavra/contract/accounts/schemas';
import type { Db } from '../../platform/db/database.ts';
import type { FieldErrors } from '../../platform/errors.ts';
import type { CoverageValues } from './account-values.ts';
import { findKnownCities, listStateCodes } from '../places/places-feature.ts';

export const nationalCoverage: CoverageValues = { kind: 'national', states: [], city_ids: [] };

/** Reads a supplier's coverage; only the list of its kind is kept, and it must not be empty. */
export async function readCoverage(
  db: Db,
  fields: FieldErrors,
  { path, input }: { path: string; input: CoverageInput },
): Promise<CoverageValues> {
  if (input.kind === 'states') {
    const states = input.states ?? [];
    addUnknown(fields, {
      path: `${path}.states`,
      code: 'state',
      values: states,
      known: await listStateCodes(db),
    });
    return { ...nationalCoverage, kind: 'states', states: [...new Set(states)] };
  }
  if (input.kind === 'cities') {
    const ids = input.city_ids ?? [];
    addUnknown(fields, {
      path: `${path}.city_ids`,
      code: 'city_id',
      values: ids,
      known: await findKnownCities(db, ids),
    });
    return { ...nationalCoverage, kind: 'cities', city_ids: [...new Set(ids)] };
  }
  return nationalCoverage;
}

function addUnknown<T>(
  fields: FieldErrors,
  {
    path,
    code,
    values,
    known,
  }: { path: string; code: 'state' | 'city_id'; values: readonly T[]; known: ReadonlySet<T> },
): void {
  if (values.length === 0) fields.add(path, 'min_items', { limit: 1 });
  values.forEach((value, index) => {
    if (!known.has(value)) fields.add(`${path}.${index}`, code);
  });
}

/**
 * Reads the product types a supplier sells, without duplicates; adds an error for each unknown id.
 */
export async function readProductTypes(
  db: Db,
  fields: FieldErrors,
  { path, ids }: { path: string; ids: readonly number[] },
): Promise<number[]> {
  const found = await db.q
    .selectFrom('product_types')
    .select('id')
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id)) fields.add(`${path}.${index}`, 'product_type');
  });
  return [...new Set(ids)];
}
