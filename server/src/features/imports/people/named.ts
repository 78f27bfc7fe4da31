import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../../platform/db/database.ts';

/** Names of a registry, however they are typed. */
export type FindByName = (name: string) => number | undefined;

/** Active cultures by name. */
export async function loadCultures(db: Db): Promise<FindByName> {
  return finderOf(
    await db.q.selectFrom('cultures').select(['id', 'name']).where('active', '=', true).execute(),
  );
}

/** Product types by name. */
export async function loadProductTypes(db: Db): Promise<FindByName> {
  return finderOf(await db.q.selectFrom('product_types').select(['id', 'name']).execute());
}

function finderOf(rows: readonly { readonly id: number; readonly name: string }[]): FindByName {
  const byKey = new Map(rows.map(({ id, name }) => [fold(name), id]));
  return (name) => byKey.get(fold(name));
}
