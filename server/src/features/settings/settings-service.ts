import {
  SECRET_MASK,
  type Setting,
  type SettingList,
  type SettingValue,
  type UpdateSettingsBody,
} from '@lavra/contract/admin/settings';
import { secretsSentElsewhere } from '@lavra/domain/setting/secret-destinations';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { keysFor, presentSetting, presentSettings } from './setting-presenter.ts';
import { secretUse } from './setting-secrets.ts';
import { judgeDestinations } from './setting-destinations.ts';
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
import { judgeValue } from './setting-value.ts';

/** What is to be written, and where the request says so. */
type Changes = ReadonlyMap<SettingKey, NewValue & { readonly path: string }>;
interface SettingsDeps {
  readonly platform: Platform;
  readonly sealer: Sealer;
  readonly outboundAllow: ReadonlySet<string>;
}

/** Settings as administrators read and change them; secrets go in and never come out. */
export function createSettingsService({
  platform: { db, command },
  sealer,
  outboundAllow,
}: SettingsDeps) {
  /** What a value sent for a key changes; undefined for a mask sent back. Adds what is wrong with it to the errors. */
  const changeOf = (
    key: SettingKey,
    value: SettingValue,
    { errors, path }: { errors: FieldErrors; path: string },
  ): NewValue | undefined => {
    if (value === null) return { value };
    if (isSecretKey(key) && value === SECRET_MASK) return undefined;
    const judged = judgeValue(specOf(key), value);
    if ('value' in judged)
      return isSecretKey(key)
        ? { sealed: sealer.seal(String(judged.value), secretUse(key)) }
        : judged;
    errors.add(path, judged.problem, judged.details);
    return undefined;
  };

  const readBatch = (settings: UpdateSettingsBody['settings']): Changes => {
    const errors = new FieldErrors();
    const seen = new Set<string>();
    const changes = settings.flatMap(
      ({ key, value }, index): [SettingKey, NewValue & { path: string }][] => {
        const path = `settings.${index}`;
        if (!isSettingKey(key)) errors.add(`${path}.key`, 'setting');
        else if (seen.has(key)) errors.add(`${path}.key`, 'setting_twice');
        seen.add(key);
        const change = isSettingKey(key)
          ? changeOf(key, value, { errors, path: `${path}.value` })
          : undefined;
        return isSettingKey(key) && change !== undefined
          ? [[key, { ...change, path: `${path}.value` }]]
          : [];
      },
    );
    errors.throwIfAny();
    return new Map(changes);
  };

  return {
    list: async (): Promise<SettingList> => presentSettings(await readSettings(db, settingKeys)),
    get: async (key: SettingKey): Promise<Setting> =>
      presentSetting(key, await readSettings(db, keysFor(key))),

    /** All or nothing. */
    updateAll: (
      caller: AdminCaller,
      settings: UpdateSettingsBody['settings'],
    ): Promise<SettingList> => {
      const changes = readBatch(settings);
      return command(caller, async (uow) => {
        const cleared = await applyChanges(uow, changes, outboundAllow);
        return { ...presentSettings(await readSettings(uow.db, settingKeys)), ...told(cleared) };
      });
    },

    update: (caller: AdminCaller, key: SettingKey, value: SettingValue): Promise<Setting> => {
      const errors = new FieldErrors();
      const change = changeOf(key, value, { errors, path: 'value' });
      errors.throwIfAny();
      return command(caller, async (uow) => {
        const cleared = await applyChanges(
          uow,
          new Map(change === undefined ? [] : [[key, { ...change, path: 'value' }]]),
          outboundAllow,
        );
        return {
          ...presentSetting(key, await readSettings(uow.db, keysFor(key))),
          ...told(cleared),
        };
      });
    },
  };
}

/**
 * Writes what differs, and tells the audit log of each setting. A secret that would go elsewhere from now on and is not
 * given anew is cleared with it; answers which. Throws what may not be sent as it would be.
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
  judgeDestinations({
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

/** What is in force after a change; of a secret that it is set. */
function valueAfter(
  key: SettingKey,
  change: NewValue | undefined,
  before: SettingValue,
): SettingValue {
  if (change === undefined) return before;
  return 'sealed' in change ? SECRET_MASK : (change.value ?? specOf(key).default);
}

/** A secret set anew counts as changed: what it was is not looked at. What is sent back as it was read changes nothing. */
function isSame(row: StoredSetting, change: NewValue, before: SettingValue | undefined): boolean {
  if ('sealed' in change) return false;
  return change.value === null
    ? row.sealed === null && row.value === null
    : before === change.value;
}

/** What the log may know of it; null is the default. */
const logged = ({ value, sealed }: Pick<StoredSetting, 'value' | 'sealed'>): unknown =>
  sealed === null ? value : SECRET_MASK;

const told = (cleared: readonly SecretKey[]) =>
  cleared.length === 0 ? {} : { cleared_secrets: [...cleared] };
