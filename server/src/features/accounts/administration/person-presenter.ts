import type { AdminProducerSummary } from '@lavra/contract/admin/producers';
import { userStatusLabels, type UserStatus } from '@lavra/domain/account/user-status';
import type { DocumentType } from '@lavra/domain/document/document';
import { wireTime, wireTimeOrNull } from '../../../platform/text/wire.ts';

/** The person behind a record; `id` and `uuid` are the record's. */
export interface PersonRow {
  readonly id: number;
  readonly uuid: string;
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly document_type: DocumentType | null;
  readonly document: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly status: UserStatus;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

type Person = Omit<AdminProducerSummary, 'type' | 'planted_area' | 'city' | 'state'>;

/** Presents the person behind a producer's, supplier's or consultant's record to administrators. */
export function presentPerson(row: PersonRow): Person {
  const {
    id,
    uuid,
    user_id,
    name,
    email,
    email_verified,
    document_type,
    document,
    phone,
    mobile,
    status,
  } = row;
  return {
    id,
    uuid,
    user_id,
    name,
    email,
    email_verified,
    document_type,
    document,
    phone,
    mobile,
    status,
    status_label: userStatusLabels[status],
    created_at: wireTime(row.created_at),
    deleted_at: wireTimeOrNull(row.deleted_at),
  };
}
