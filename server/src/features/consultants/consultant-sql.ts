import { activationStates, type ActivationState } from '@lavra/contract/admin/people';
import { userStatuses } from '@lavra/domain/account/user-status';
import { documentTypes } from '@lavra/domain/document/document';
import { from, jsonRows } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import type { PersonRow } from '../accounts/accounts-feature.ts';

/** Columns of consultant `co` and their user `u`, without the activation. */
export const consultantSql = `
  co.id, co.uuid, u.id AS user_id, u.name, u.email,
  u.email_verified_at IS NOT NULL AS email_verified, u.document_type, u.document_number AS document,
  u.phone, u.mobile, u.status, u.created_at, u.deleted_at,
  (SELECT count(*)
  FROM consultant_producers cp JOIN producers pr ON pr.id = cp.producer_id
  JOIN users pu ON pu.id = pr.user_id AND pu.deleted_at IS NULL
    WHERE cp.consultant_id = co.id)::int AS producers_count`;

export const consultantColumns = {
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
  deleted_at: orNull(col.timestamp),
  producers_count: col.int,
  activation: col.oneOf(activationStates),
} as const;

export interface ConsultantRow extends PersonRow {
  readonly producers_count: number;
  readonly activation: ActivationState;
}

const linkedProducerColumns = {
  id: from('pr.id', col.int),
  uuid: from('pr.uuid', col.uuid),
  name: from('pu.name', col.text),
};
/** Columns of the record of consultant `co` and their user `u` that lists do not have. */
export const detailColumns = {
  version: from('u.version', col.int),
  updated_at: from('u.updated_at', col.timestamp),
  producers: jsonRows(
    linkedProducerColumns,
    `FROM consultant_producers cp JOIN producers pr ON pr.id = cp.producer_id
      JOIN users pu ON pu.id = pr.user_id AND pu.deleted_at IS NULL
      WHERE cp.consultant_id = co.id ORDER BY pu.name_key, pr.id`,
  ),
};
export type ConsultantDetailRow = RowOf<typeof detailColumns>;
