import { SealError, type Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { readSettings } from './setting-store.ts';
import { settingTable, type SecretKey } from './setting-table.ts';

/** Each secret is sealed for its own setting: moved to another row it stays shut. */
export const secretUse = (key: SecretKey): string => `setting:${key}`;

/** A secret in plain text, for what sends with it alone; null when none is set. Throws `secret_unreadable` when another APP_KEY sealed it. */
export async function readSecret(db: Db, sealer: Sealer, key: SecretKey): Promise<string | null> {
  const sealed = (await readSettings(db, [key])).get(key)?.sealed ?? null;
  if (sealed === null) return null;
  try {
    return sealer.open(sealed, secretUse(key));
  } catch (error) {
    throw error instanceof SealError ? new RuleError('secret_unreadable', { label: settingTable[key].label }) : error;
  }
}
