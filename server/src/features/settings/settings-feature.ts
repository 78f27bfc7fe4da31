import type { Db } from '../../platform/db/database.ts';

/** The settings that rules read, each with the value of an installation that never set it. */
const defaults = {
  /** Orders wait for an admin before they are published. */
  'orders.require_approval': false,
  /** New suppliers wait for an admin before they may log in. */
  'suppliers.require_approval': false,
} as const;

export type SettingKey = keyof typeof defaults;
type Value<K extends SettingKey> = (typeof defaults)[K] extends boolean ? boolean : never;

/** The stored value of a setting, or its default; a stored value of another type counts as absent. */
export async function getSetting<K extends SettingKey>(db: Db, key: K): Promise<Value<K>> {
  const row = await db.q.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const value: unknown = row?.value;
  // The type of a default is the type of its setting.
  return (typeof value === typeof defaults[key] ? value : defaults[key]) as Value<K>;
}
