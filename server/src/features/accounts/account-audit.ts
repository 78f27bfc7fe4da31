import { canonicalJson } from '../../platform/text/canonical-json.ts';
import type { AccountRow } from './account-queries.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the values of an account that the audit log records: every field that a person or an
 * administrator can see, and no secret.
 */
export function auditValues(row: AccountRow): Values {
  const {
    id: _id,
    uuid: _uuid,
    created_at: _created,
    auth_version: _version,
    producer_uuid: _producer,
    supplier_uuid: _supplier,
    addresses,
    ...values
  } = row;
  return { ...values, addresses: addresses.map(({ id: _address, ...address }) => address) };
}

/** Returns the fields that differ, before and after; undefined when none does. */
export function changedValues(
  before: Values,
  after: Values,
): { oldValues: Values; newValues: Values } | undefined {
  const changed = Object.keys(after).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (values: Values): Values =>
    Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { oldValues: pick(before), newValues: pick(after) };
}
