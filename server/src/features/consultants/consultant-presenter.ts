import type { AdminConsultant, AdminConsultantSummary } from '@lavra/contract/admin/consultants';
import { userStatusLabels } from '@lavra/domain/account/user-status';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { activationLabels, presentActivation } from '../accounts/accounts-feature.ts';
import type { ConsultantDetailRow, ConsultantRow } from './consultant-sql.ts';

export function presentConsultantSummary(row: ConsultantRow): AdminConsultantSummary {
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
    producers_count,
    activation,
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
    producers_count,
    activation,
    activation_label: activationLabels[activation],
    created_at: wireTime(row.created_at),
    deleted_at: wireTimeOrNull(row.deleted_at),
  };
}

interface Rest extends ConsultantDetailRow {
  readonly link_expires_at: string | null;
}

export const presentConsultant = (row: ConsultantRow & Rest): AdminConsultant => ({
  ...presentConsultantSummary(row),
  producers: row.producers.map(({ id, uuid, name }) => ({ id, uuid, name })),
  ...presentActivation(row),
  version: row.version,
  updated_at: wireTime(row.updated_at),
});
