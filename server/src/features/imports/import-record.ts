import { importStates, importTypes } from '@lavra/contract/admin/import';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';

/** Columns of an import with who asked for it. */
export const importColumns = {
  id: col.int,
  uuid: col.uuid,
  type: col.oneOf(importTypes),
  state: col.oneOf(importStates),
  filename: col.text,
  allow_partial: col.boolean,
  total: col.int,
  valid: col.int,
  invalid: col.int,
  processed: col.int,
  created: col.int,
  skipped: col.int,
  failure: orNull(col.text),
  warnings: col.json<string[]>(),
  requested_by: col.int,
  requester: orNull(col.text),
  created_at: col.timestamp,
  started_at: orNull(col.timestamp),
  finished_at: orNull(col.timestamp),
};
export const selectImportSql = `
    SELECT i.id, i.uuid, i.type, i.state, i.filename, i.allow_partial, i.total, i.valid, i.invalid,
      i.processed, i.created, i.skipped, i.failure, i.warnings, i.requested_by,
      CASE WHEN u.erased_at IS NULL THEN u.name END AS requester,
      i.created_at, i.started_at, i.finished_at
    FROM imports i JOIN users u ON u.id = i.requested_by`;
export type ImportRecordRow = RowOf<typeof importColumns>;
