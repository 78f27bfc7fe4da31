import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../../platform/db/database.ts';

/** Finds the id of a registry entry by its name, ignoring case and accents. */
export type FindByName = (name: string) => number | undefined;

/** Loads the active cultures by name. */
export async function loadCultures(db: Db): Promise<FindByName> {
  return finderOf(
    await db.q.selectFrom('cultures').select(['id', 'name']).where('active', '=', true).execute(),
  );
}

/** Loads the product types by name. */
export async function loadProductTypes(db: Db): Promise<FindByName> {
  return finderOf(await db.q.selectFrom('product_types').select(['id', 'name']).execute());
}

function finderOf(rows: readonly { readonly id: number; readonly name: string }[]): FindByName {
  const byKey = new Map(rows.map(({ id, name }) => [fold(name), id]));
  return (name) => byKey.get(fold(name));
}
