import { settingLabels } from '@lavra/domain/setting/setting-labels';
import { SealError, type Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { keysFor, presentSetting } from './setting-presenter.ts';
import { readSettings, type StoredSetting } from './setting-store.ts';
import type { PlainKey, PlainValue, SecretKey } from './setting-table.ts';

/**
 * Returns the sealing purpose of a secret. Each one is sealed for its own setting, so that it
 * cannot be opened from another row.
 */
export const secretUse = (key: SecretKey): string => `setting:${key}`;

/**
 * Returns a secret in plain text, only for the code that sends with it; null when none is set.
 * Throws `secret_unreadable` when another APP_KEY sealed it.
 */
export const readSecret = async (db: Db, sealer: Sealer, key: SecretKey): Promise<string | null> =>
  openSecret(sealer, key, await readSettings(db, [key]));

function openSecret(
  sealer: Sealer,
  key: SecretKey,
  stored: ReadonlyMap<string, StoredSetting>,
): string | null {
  const sealed = stored.get(key)?.sealed ?? null;
  if (sealed === null) return null;
  try {
    return sealer.open(sealed, secretUse(key));
  } catch (error) {
    throw error instanceof SealError
      ? new RuleError('secret_unreadable', { label: settingLabels[key] })
      : error;
  }
}

/** Settings read at the same instant, and a function that opens the secret read with them. */
export interface Connection {
  readonly value: <K extends PlainKey>(key: K) => PlainValue<K>;
  /** Throws `secret_unreadable` when another APP_KEY sealed it. */
  readonly secret: () => string | null;
}

/**
 * Reads the settings that are used with a secret, in one statement: read one after the other, the
 * secret of one destination could be sent to another that was set in between.
 */
export async function readConnection(
  db: Db,
  sealer: Sealer,
  { secret, plain }: { secret: SecretKey; plain: readonly PlainKey[] },
): Promise<Connection> {
  const stored = await readSettings(db, [secret, ...plain.flatMap((key) => keysFor(key))]);
  return {
    // validated by the setting's own entry
    value: <K extends PlainKey>(key: K) => presentSetting(key, stored).value as PlainValue<K>,
    secret: () => openSecret(sealer, secret, stored),
  };
}
