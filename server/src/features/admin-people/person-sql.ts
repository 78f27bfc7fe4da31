import type { PersonSubscription } from '@lavra/contract/admin/people';
import { userStatuses } from '@lavra/domain/account/user-status';
import { documentTypes } from '@lavra/domain/document/document';
import type { AddressRow } from '../accounts/accounts-feature.ts';
import { col, orNull } from '../../platform/db/statement.ts';

/**
 * Columns of record `r` (a producer or supplier) and its user `u`, with all addresses and the
 * subscription.
 */
export const recordSql = `
  r.id, r.uuid, u.id AS user_id, u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified,
  u.document_type, u.document_number AS document,
  u.phone, u.mobile, u.status, u.created_at, u.updated_at, u.deleted_at, u.version,
  (SELECT
    coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'postal_code',
    a.postal_code, 'street', a.street, 'number', a.number,
      'complement', a.complement, 'district', a.district, 'city', c.name, 'state', c.uf, 'city_id', a.city_id,
      'latitude', a.latitude, 'longitude', a.longitude) ORDER BY a.position), '[]')
    FROM addresses a JOIN cities c ON c.id = a.city_id WHERE a.user_id = u.id) AS addresses,
  (SELECT json_build_object('id', s.id, 'plan', json_build_object('id', p.id, 'name', p.name),
    'status', s.status, 'billing_cycle', s.billing_cycle, 'due_date', s.due_date)
    FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.user_id = u.id) AS subscription`;

export const recordColumns = {
  id: col.int,
  uuid: col.uuid,
  user_id: col.int,
  name: col.text,
  email: col.text,
  email_verified: col.boolean,
  document_type: orNull(col.oneOf(documentTypes)),
  document: orNull(col.text),
  phone: orNull(col.text),
  mobile: orNull(col.text),
  status: col.oneOf(userStatuses),
  created_at: col.timestamp,
  updated_at: col.timestamp,
  deleted_at: orNull(col.timestamp),
  version: col.int,
  addresses: col.json<AddressRow[]>(),
  subscription: orNull(col.json<PersonSubscription>()),
} as const;
