import { settingLabels } from '@lavra/domain/setting/setting-labels';
import {
  SECRET_MASK,
  type Setting,
  type SettingGroup,
  type SettingList,
} from '@lavra/contract/admin/settings';
import type { StoredSetting } from './setting-store.ts';
import {
  groupOf,
  isSecretKey,
  isSettingKey,
  settingKeys,
  specOf,
  type SettingKey,
} from './setting-table.ts';
import { validateValue } from './setting-value.ts';

type Rows = ReadonlyMap<string, Pick<StoredSetting, 'value' | 'sealed'>>;

/**
 * Returns the keys of the rows that a setting is read from: its own, and those that its default
 * depends on.
 */
export function keysFor(key: SettingKey): SettingKey[] {
  const spec = specOf(key);
  return [key, ...('onWith' in spec ? (spec.onWith ?? []) : []).filter(isSettingKey)];
}

/**
 * Returns a setting with the value in force: the stored one while it is valid, otherwise the
 * default; for a secret only whether it is set. `rows` are those of `keysFor`.
 */
export function presentSetting(key: SettingKey, rows: Rows): Setting {
  const row = rows.get(key);
  const spec = specOf(key);
  const { type } = spec;
  const fallback =
    'onWith' in spec
      ? (spec.onWith?.every((other) => (rows.get(other)?.value ?? null) !== null) ?? spec.default)
      : spec.default;
  const head = { key, group: groupOf(key), type, label: settingLabels[key] };
  if (isSecretKey(key)) {
    const isSet = (row?.sealed ?? null) !== null;
    return { ...head, value: isSet ? SECRET_MASK : null, is_secret: true, is_set: isSet };
  }
  const stored = validateValue(specOf(key), row?.value);
  const isSet = 'value' in stored;
  return { ...head, value: isSet ? stored.value : fallback, is_secret: false, is_set: isSet };
}

/** Returns all settings by group, in the table's order. */
export function presentSettings(rows: Rows): SettingList {
  const data: Record<SettingGroup, Setting[]> = {
    mail: [],
    whatsapp: [],
    payment_gateway: [],
    orders: [],
    suppliers: [],
    subscriptions: [],
  };
  for (const key of settingKeys) data[groupOf(key)].push(presentSetting(key, rows));
  return { data };
}
