import {
  SECRET_MASK,
  type Setting,
  type SettingList,
  type SettingValue,
  type UpdateSettingsBody,
} from '@lavra/contract/admin/settings';
import { secretsSentElsewhere } from '@lavra/domain/setting/secret-destinations';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { keysFor, presentSetting, presentSettings } from './setting-presenter.ts';
import { secretUse } from './setting-secrets.ts';
import { validateDestinations } from './setting-destinations.ts';
import {
  lockSettings,
  readSettings,
  saveSetting,
  type NewValue,
  type StoredSetting,
} from './setting-store.ts';
import {
  groupOf,
  isSecretKey,
  isSettingKey,
  settingKeys,
  specOf,
  type SecretKey,
  type SettingKey,
} from './setting-table.ts';
import { validateValue } from './setting-value.ts';

/** The values to be written, and their path in the request for error messages. */
type Changes = ReadonlyMap<SettingKey, NewValue & { readonly path: string }>;
/** What secrets are sealed with, and the hosts to which they may be sent unencrypted. */
export interface SecretHandling {
  readonly sealer: Sealer;
  readonly outboundAllow: ReadonlySet<string>;
}

/** Returns all settings by group; of a secret only whether it is set. */
export const listSettings = async ({ db }: Platform): Promise<SettingList> =>
  presentSettings(await readSettings(db, settingKeys));

/** Returns one setting; of a secret only whether it is set. */
export const getSetting = async ({ db }: Platform, key: SettingKey): Promise<Setting> =>
  presentSetting(key, await readSettings(db, keysFor(key)));

/** Writes all changes or none. */
export async function updateSettings(
  { command }: Platform,
  { sealer, outboundAllow }: SecretHandling,
  request: Request<AdminCaller>,
  settings: UpdateSettingsBody['settings'],
): Promise<SettingList> {
  const changes = readBatch(sealer, settings);
  return command(request, async (uow) => {
    const cleared = await applyChanges(uow, changes, outboundAllow);
    return {
      ...presentSettings(await readSettings(uow.db, settingKeys)),
      ...presentCleared(cleared),
    };
  });
}

/** Writes one setting; null returns it to its default. */
export async function updateSetting(
  { command }: Platform,
  { sealer, outboundAllow }: SecretHandling,
  request: Request<AdminCaller>,
  key: SettingKey,
  value: SettingValue,
): Promise<Setting> {
  const errors = new FieldErrors();
  const change = changeOf(sealer, key, value, { errors, path: 'value' });
  errors.throwIfAny();
  return command(request, async (uow) => {
    const cleared = await applyChanges(
      uow,
      new Map(change === undefined ? [] : [[key, { ...change, path: 'value' }]]),
      outboundAllow,
    );
    return {
      ...presentSetting(key, await readSettings(uow.db, keysFor(key))),
      ...presentCleared(cleared),
    };
  });
}

/**
 * Returns the change of a value that was sent for a key; undefined when the mask of a secret was
 * sent back. Adds validation problems to `errors`.
 */
function changeOf(
  sealer: Sealer,
  key: SettingKey,
  value: SettingValue,
  { errors, path }: { errors: FieldErrors; path: string },
): NewValue | undefined {
  if (value === null) return { value };
  if (isSecretKey(key) && value === SECRET_MASK) return undefined;
  const result = validateValue(specOf(key), value);
  if ('value' in result)
    return isSecretKey(key)
      ? { sealed: sealer.seal(String(result.value), secretUse(key)) }
      : result;
  errors.add(path, result.problem, result.details);
  return undefined;
}

function readBatch(sealer: Sealer, settings: UpdateSettingsBody['settings']): Changes {
  const errors = new FieldErrors();
  const seen = new Set<string>();
  const changes = settings.flatMap(
    ({ key, value }, index): [SettingKey, NewValue & { path: string }][] => {
      const path = `settings.${index}`;
      if (!isSettingKey(key)) errors.add(`${path}.key`, 'setting');
      else if (seen.has(key)) errors.add(`${path}.key`, 'setting_twice');
      seen.add(key);
      const change = isSettingKey(key)
        ? changeOf(sealer, key, value, { errors, path: `${path}.value` })
        : undefined;
      return isSettingKey(key) && change !== undefined
        ? [[key, { ...change, path: `${path}.value` }]]
        : [];
    },
  );
  errors.throwIfAny();
  return new Map(changes);
}

/**
 * Writes what differs and audits each setting. Also clears a secret whose destination changes and
 * for which no new value is sent; returns the cleared ones. Throws when a secret would be sent
 * unencrypted.
 */
async function applyChanges(
  uow: UnitOfWork,
  asked: Changes,
  outboundAllow: ReadonlySet<string>,
): Promise<SecretKey[]> {
  if (asked.size === 0) return [];
  const groups = new Set([...asked.keys()].map(groupOf));
  const rows = (
    await lockSettings(
      uow.db,
      settingKeys.filter((key) => groups.has(groupOf(key))),
      uow.now,
    )
  ).filter(isKnown);
  const current = await readSettings(uow.db, settingKeys);
  const before = new Map(rows.map(({ key }) => [key, presentSetting(key, current).value]));
  const changes = new Map<SettingKey, NewValue>(
    rows.flatMap((row): [SettingKey, NewValue][] => {
      const change = asked.get(row.key);
      return change === undefined || isSame(row, change, before.get(row.key))
        ? []
        : [[row.key, change]];
    }),
  );
  const after = new Map(
    rows.map(({ key }) => [key, valueAfter(key, changes.get(key), before.get(key) ?? null)]),
  );
  validateDestinations({
    changed: [...changes.keys()],
    after,
    outboundAllow,
    pathOf: (key) => asked.get(key)?.path ?? key,
  });
  const elsewhere = new Set(
    secretsSentElsewhere(Object.fromEntries(before), Object.fromEntries(after)),
  );
  const cleared = rows
    .map(({ key }) => key)
    .filter(isSecretKey)
    .filter((key) => elsewhere.has(key) && before.get(key) !== null && !changes.has(key));
  for (const key of cleared) changes.set(key, { value: null });
  for (const row of rows) {
    const change = changes.get(row.key);
    if (change !== undefined) await write(uow, row, change);
  }
  return cleared;
}

async function write(uow: UnitOfWork, row: StoredSetting, change: NewValue): Promise<void> {
  await saveSetting(uow.db, row.id, change, uow.now);
  uow.audit({
    action: 'updated',
    resourceType: 'setting',
    resourceId: row.id,
    oldValues: { [row.key]: logged(row) },
    newValues: { [row.key]: logged({ value: null, sealed: null, ...change }) },
  });
}

const isKnown = (row: StoredSetting): row is StoredSetting & { readonly key: SettingKey } =>
  isSettingKey(row.key);

/** Returns the value in force after a change; for a secret only whether it is set. */
function valueAfter(
  key: SettingKey,
  change: NewValue | undefined,
  before: SettingValue,
): SettingValue {
  if (change === undefined) return before;
  return 'sealed' in change ? SECRET_MASK : (change.value ?? specOf(key).default);
}

/**
 * Returns whether a change leaves the setting as it is. A newly sent secret counts as a change,
 * because the old one is not opened; a value sent back as it was read does not.
 */
function isSame(row: StoredSetting, change: NewValue, before: SettingValue | undefined): boolean {
  if ('sealed' in change) return false;
  return change.value === null
    ? row.sealed === null && row.value === null
    : before === change.value;
}

/** Returns what the audit log may contain; null means the default. */
const logged = ({ value, sealed }: Pick<StoredSetting, 'value' | 'sealed'>): unknown =>
  sealed === null ? value : SECRET_MASK;

const presentCleared = (cleared: readonly SecretKey[]) =>
  cleared.length === 0 ? {} : { cleared_secrets: [...cleared] };
