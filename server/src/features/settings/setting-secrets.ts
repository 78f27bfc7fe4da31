import { SealError, type Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { keysFor, presentSetting } from './setting-presenter.ts';
import { readSettings, type StoredSetting } from './setting-store.ts';
import { settingTable, type PlainKey, type PlainValue, type SecretKey } from './setting-table.ts';

/** Each secret is sealed for its own setting: moved to another row it stays shut. */
export const secretUse = (key: SecretKey): string => `setting:${key}`;

/** A secret in plain text, for what sends with it alone; null when none is set. Throws `secret_unreadable` when another APP_KEY sealed it. */
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
      ? new RuleError('secret_unreadable', { label: settingTable[key].label })
      : error;
  }
}

/** Settings as they stood together at one moment, and how to open the secret that stood beside them. */
export interface Connection {
  readonly value: <K extends PlainKey>(key: K) => PlainValue<K>;
  /** Throws `secret_unreadable` when another APP_KEY sealed it. */
  readonly secret: () => string | null;
}

/**
 * What is sent with a secret, in one statement: read one after the other, the secret of one destination could be sent to
 * another that was set in between.
 */
export async function readConnection(
  db: Db,
  sealer: Sealer,
  { secret, plain }: { secret: SecretKey; plain: readonly PlainKey[] },
): Promise<Connection> {
  const stored = await readSettings(db, [secret, ...plain.flatMap((key) => keysFor(key))]);
  return {
    value: <K extends PlainKey>(key: K) => presentSetting(key, stored).value as PlainValue<K>, // judged by the setting's own entry
    secret: () => openSecret(sealer, secret, stored),
  };
}
