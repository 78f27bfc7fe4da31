import type { Db } from '../../platform/db/database.ts';
import type { SettingKey } from './setting-table.ts';

/** A stored setting: plain, sealed, or neither, which means its default. */
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

/** Returns the existing rows by key. */
export const readSettings = async (
  db: Db,
  keys: readonly SettingKey[],
): Promise<Map<string, StoredSetting>> =>
  new Map((await rowsOf(db, keys).execute()).map((row) => [row.key, row]));

/** Locks the rows of all these keys, always in the same order, and creates missing ones. */
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
