import type { Db } from '../../platform/db/database.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { keysFor, presentSetting } from './setting-presenter.ts';
import { mountSettingRoutes, type SettingRoutesDeps } from './setting-routes.ts';
import { readSettings } from './setting-store.ts';
import type { PlainKey, PlainValue } from './setting-table.ts';

export { readConnection, readSecret } from './setting-secrets.ts';

/**
 * Reads settings that are not secrets, in one statement. Returns a function of a key among them:
 * its value in force, as `getSetting` returns it.
 */
export async function getSettings<K extends PlainKey>(
  db: Db,
  keys: readonly K[],
): Promise<<One extends K>(key: One) => PlainValue<One>> {
  const stored = await readSettings(
    db,
    keys.flatMap((key) => keysFor(key)),
  );
  // validated by the setting's own entry, from which the type is taken
  return (key) => presentSetting(key, stored).value as PlainValue<typeof key>;
}

/**
 * Returns the value in force of a setting that is not a secret: the stored one, or its default when
 * no valid one is stored.
 */
export async function getSetting<K extends PlainKey>(db: Db, key: K): Promise<PlainValue<K>> {
  return (await getSettings(db, [key]))(key);
}

/**
 * Creates the feature of the installation's settings, which administrators change. A change applies
 * from the next request.
 */
export const createSettings = (deps: SettingRoutesDeps) => ({
  mountRoutes: (mount: Mount): void => mountSettingRoutes(mount, deps),
});
