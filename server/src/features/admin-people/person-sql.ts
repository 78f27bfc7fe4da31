import type { PersonSubscription } from '@lavra/contract/admin/people';
import type { Address } from '@lavra/contract/accounts/schemas';
import { userStatuses } from '@lavra/domain/account/user-status';
import { addressKinds } from '@lavra/domain/address/address-kind';
import { documentTypes } from '@lavra/domain/document/document';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import { from, jsonRow, jsonRows } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';

/** Columns of address `a` in city `c`. */
const addressColumns = {
  id: from('a.id', col.int),
  kind: from('a.kind', col.oneOf(addressKinds)),
  name: from('a.name', col.text),
  postal_code: from('a.postal_code', col.text),
  street: from('a.street', col.text),
  number: from('a.number', col.text),
  complement: from('a.complement', orNull(col.text)),
  district: from('a.district', orNull(col.text)),
  city: from('c.name', col.text),
  state: from('c.uf', col.text),
  city_id: from('a.city_id', col.int),
  latitude: from('a.latitude', orNull(col.float)),
  longitude: from('a.longitude', orNull(col.float)),
};

/** Columns of subscription `s` with its plan `p`. */
const subscriptionColumns = {
  id: from('s.id', col.int),
  plan_id: from('p.id', col.int),
  plan_name: from('p.name', col.text),
  status: from('s.status', col.oneOf(subscriptionStatuses)),
  billing_cycle: from('s.billing_cycle', col.oneOf(billingCycles)),
  due_date: from('s.due_date', col.date),
};

/**
 * Columns of record `r` (a producer or supplier) and its user `u`, with all addresses and the
 * subscription.
 */
export const recordColumns = {
  id: from('r.id', col.int),
  uuid: from('r.uuid', col.uuid),
  user_id: from('u.id', col.int),
  name: from('u.name', col.text),
  email: from('u.email', col.text),
  email_verified: from('u.email_verified_at IS NOT NULL', col.boolean),
  document_type: from('u.document_type', orNull(col.oneOf(documentTypes))),
  document: from('u.document_number', orNull(col.text)),
  phone: from('u.phone', orNull(col.text)),
  mobile: from('u.mobile', orNull(col.text)),
  status: from('u.status', col.oneOf(userStatuses)),
  created_at: from('u.created_at', col.timestamp),
  updated_at: from('u.updated_at', col.timestamp),
  deleted_at: from('u.deleted_at', orNull(col.timestamp)),
  version: from('u.version', col.int),
  addresses: jsonRows(
    addressColumns,
    'FROM addresses a JOIN cities c ON c.id = a.city_id WHERE a.user_id = u.id ORDER BY a.position',
  ),
  subscription: jsonRow(
    subscriptionColumns,
    'FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.user_id = u.id',
  ),
};

type RecordRow = RowOf<typeof recordColumns>;

/** Presents what a record has of its person beyond `presentPerson`. */
export const presentRecord = ({
  addresses,
  subscription,
}: Pick<RecordRow, 'addresses' | 'subscription'>): {
  readonly addresses: Address[];
  readonly subscription: PersonSubscription | null;
} => ({
  addresses: addresses.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    postal_code: row.postal_code,
    street: row.street,
    number: row.number,
    complement: row.complement,
    district: row.district,
    city: row.city,
    state: row.state,
    city_id: row.city_id,
    latitude: row.latitude,
    longitude: row.longitude,
  })),
  subscription: subscription === null ? null : presentSubscription(subscription),
});

const presentSubscription = (row: RowOf<typeof subscriptionColumns>): PersonSubscription => ({
  id: row.id,
  plan: { id: row.plan_id, name: row.plan_name },
  status: row.status,
  billing_cycle: row.billing_cycle,
  due_date: row.due_date,
});
