import type { Db } from '../../platform/db/database.ts';
import type { SettingKey } from './setting-table.ts';

/** A setting as it is stored: plain, sealed, or neither, which is its default. */
export interface StoredSetting {
  readonly id: number;
  readonly key: string;
  readonly value: unknown;
  readonly sealed: Buffer | null;
}
export type NewValue =
  | { readonly value: string | number | boolean | null }
  | { readonly sealed: Buffer };

const columns = ['s.id', 's.key', 's.value', 's.sealed'] as const;
const rowsOf = (db: Db, keys: readonly SettingKey[]) =>
  db.q.selectFrom('settings as s').select(columns).where('s.key', 'in', keys);

/** The rows there are, by key. */
export const readSettings = async (
  db: Db,
  keys: readonly SettingKey[],
): Promise<Map<string, StoredSetting>> =>
  new Map((await rowsOf(db, keys).execute()).map((row) => [row.key, row]));

/** The rows of all these keys, made where missing and locked, always in the same order. */
export async function lockSettings(
  db: Db,
  keys: readonly SettingKey[],
  now: Date,
): Promise<StoredSetting[]> {
  const rows = keys.toSorted().map((key) => ({ key, value: null, updated_at: now }));
  await db.q
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return rowsOf(db, keys).orderBy('s.key').forUpdate().execute();
}

export async function saveSetting(db: Db, id: number, change: NewValue, now: Date): Promise<void> {
  const form =
    'sealed' in change
      ? { value: null, sealed: change.sealed }
      : { value: change.value === null ? null : JSON.stringify(change.value), sealed: null };
  await db.q
    .updateTable('settings')
    .set({ ...form, updated_at: now })
    .where('id', '=', id)
    .execute();
}
