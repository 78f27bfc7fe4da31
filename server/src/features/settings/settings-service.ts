import { SECRET_MASK, type Setting, type SettingList, type SettingValue, type UpdateSettingsBody } from '@lavra/contract/admin/settings';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentSetting, presentSettings } from './setting-presenter.ts';
import { secretUse } from './setting-secrets.ts';
import { lockSettings, readSettings, saveSetting, type NewValue, type StoredSetting } from './setting-store.ts';
import { isSecretKey, isSettingKey, settingKeys, specOf, type SettingKey } from './setting-table.ts';
import { judgeValue } from './setting-value.ts';

type Changes = ReadonlyMap<SettingKey, NewValue>;

/** Settings as administrators read and change them; secrets go in and never come out. */
export function createSettingsService({ platform: { db, command }, sealer }: { platform: Platform; sealer: Sealer }) {
  /** What a value sent for a key changes; undefined for a mask sent back. Adds what is wrong with it to the errors. */
  const changeOf = (key: SettingKey, value: SettingValue, { errors, path }: { errors: FieldErrors; path: string }): NewValue | undefined => {
    if (value === null) return { value };
    if (isSecretKey(key) && value === SECRET_MASK) return undefined;
    const judged = judgeValue(specOf(key), value);
    if ('value' in judged) return isSecretKey(key) ? { sealed: sealer.seal(String(judged.value), secretUse(key)) } : judged;
    errors.add(path, judged.problem, judged.details);
    return undefined;
  };

  const readBatch = (settings: UpdateSettingsBody['settings']): Changes => {
    const errors = new FieldErrors();
    const seen = new Set<string>();
    const changes = settings.flatMap(({ key, value }, index): [SettingKey, NewValue][] => {
      const path = `settings.${index}`;
      if (!isSettingKey(key)) errors.add(`${path}.key`, 'setting');
      else if (seen.has(key)) errors.add(`${path}.key`, 'setting_twice');
      seen.add(key);
      const change = isSettingKey(key) ? changeOf(key, value, { errors, path: `${path}.value` }) : undefined;
      return isSettingKey(key) && change !== undefined ? [[key, change]] : [];
    });
    errors.throwIfAny();
    return new Map(changes);
  };

  return {
    list: async (): Promise<SettingList> => presentSettings(await readSettings(db, settingKeys)),
    get: async (key: SettingKey): Promise<Setting> => presentSetting(key, (await readSettings(db, [key])).get(key)),

    /** All or nothing. */
    updateAll: (caller: AdminCaller, settings: UpdateSettingsBody['settings']): Promise<SettingList> => {
      const changes = readBatch(settings);
      return command(caller, async (uow) => {
        await applyChanges(uow, changes);
        return presentSettings(await readSettings(uow.db, settingKeys));
      });
    },

    update: (caller: AdminCaller, key: SettingKey, value: SettingValue): Promise<Setting> => {
      const errors = new FieldErrors();
      const change = changeOf(key, value, { errors, path: 'value' });
      errors.throwIfAny();
      return command(caller, async (uow) => {
        await applyChanges(uow, new Map(change === undefined ? [] : [[key, change]]));
        return presentSetting(key, (await readSettings(uow.db, [key])).get(key));
      });
    },
  };
}

/** Writes what differs, and tells the audit log of each setting. */
async function applyChanges(uow: UnitOfWork, changes: Changes): Promise<void> {
  if (changes.size === 0) return;
  for (const row of await lockSettings(uow.db, [...changes.keys()], uow.now)) {
    const change = isSettingKey(row.key) ? changes.get(row.key) : undefined;
    if (change === undefined || isSame(row, change)) continue;
    await saveSetting(uow.db, row.id, change, uow.now);
    uow.audit({
      action: 'updated', resourceType: 'setting', resourceId: row.id,
      oldValues: { [row.key]: told(row) }, newValues: { [row.key]: told({ value: null, sealed: null, ...change }) },
    });
  }
}

/** A secret set anew counts as changed: what it was is not looked at. */
const isSame = (row: StoredSetting, change: NewValue): boolean => !('sealed' in change) && row.sealed === null && row.value === change.value;

/** What the log may know of it; null is the default. */
const told = ({ value, sealed }: Pick<StoredSetting, 'value' | 'sealed'>): unknown => (sealed === null ? value : SECRET_MASK);
