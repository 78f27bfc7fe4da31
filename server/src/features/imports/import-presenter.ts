import type { ImportState, ImportSummaryRecord } from '@lavra/contract/admin/import';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import type { ImportRecordRow } from './import-record.ts';
import { importTypeLabels } from './import-types.ts';

const stateLabels: Readonly<Record<ImportState, string>> = {
  previewed: 'Conferida',
  processing: 'Em processamento',
  completed: 'Concluída',
  failed: 'Falhou',
};

/** Presents an import, without its rows. */
export const presentImport = ({
  uuid,
  type,
  state,
  filename,
  allow_partial,
  total,
  valid,
  invalid,
  processed,
  created,
  skipped,
  failure,
  requested_by,
  requester,
  created_at,
  started_at,
  finished_at,
}: ImportRecordRow): ImportSummaryRecord => ({
  import_id: uuid,
  type,
  type_label: importTypeLabels[type],
  state,
  state_label: stateLabels[state],
  filename,
  allow_partial,
  summary: { total, valid, invalid },
  progress: { processed, total, percent: percentOf(state, processed, total) },
  created,
  skipped,
  failure,
  requested_by: requester === null ? null : { id: requested_by, name: requester },
  created_at: wireTime(created_at),
  started_at: wireTimeOrNull(started_at),
  finished_at: wireTimeOrNull(finished_at),
});

/**
 * Returns the progress in percent; 100 only once the import is completed, because the last step
 * writes its result.
 */
const percentOf = (state: ImportState, processed: number, total: number): number =>
  state === 'completed'
    ? 100
    : total === 0
      ? 0
      : Math.min(99, Math.floor((processed / total) * 100));
