import type { AdminConsultant, AdminConsultantSummary } from '@lavra/contract/admin/consultants';
import { wireTime } from '../../platform/text/wire.ts';
import {
  activationLabels,
  presentActivation,
  presentPerson,
} from '../accounts/accounts-feature.ts';
import type { ConsultantDetailRow, ConsultantRow } from './consultant-sql.ts';

/** Presents a consultant's row to administrators' lists. */
export const presentConsultantSummary = (row: ConsultantRow): AdminConsultantSummary => ({
  ...presentPerson(row),
  producers_count: row.producers_count,
  activation: row.activation,
  activation_label: activationLabels[row.activation],
});

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
