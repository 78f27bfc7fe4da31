import type { ImportCorrections, ImportSummaryRecord } from '@lavra/contract/admin/import';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { CsvColumns, CsvRow } from '../../platform/csv/csv-file.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { keptRows, PASSWORD_USE } from './import-preview.ts';
import { presentImport } from './import-presenter.ts';
import { findImport } from './import-queries.ts';
import type { ImportRecordRow } from './import-record.ts';
import type { StoredRows } from './import-run.ts';
import { holdImport, listStoredRows, storeCorrections } from './import-store.ts';
import type { ImportParts } from './import-types.ts';

/**
 * Replaces cells of a preview and validates all of its rows again, in one transaction: nothing is
 * imported yet. Throws 422 for an unknown row or column, and for an import that is no preview.
 */
export const correctImport = (
  { command, zone }: Platform,
  { types, sealer, queues }: ImportParts,
  request: HttpRequest<AdminCaller>,
  { id, uuid, type: name }: ImportRecordRow,
  { rows: corrections }: ImportCorrections,
): Promise<ImportSummaryRecord> =>
  queues.validating(request, () =>
    command(request, async (uow) => {
      const type = types[name];
      // Corrections of the same preview, and its run, wait for each other here.
      await holdImport(uow.db, id);
      const stored = await listStoredRows(uow.db, id);
      assertKnown(corrections, stored, type.columns);
      const rows = correctedRows(stored, corrections, { columns: type.columns, sealer });
      const validated = await type.validate({ db: uow.db, now: uow.now, zone }, rows);
      const changed = new Set(corrections.map(({ row }) => row));
      const kept = keptRows(
        { rows: rows.filter(({ row }) => changed.has(row)) },
        type.columns,
        sealer,
      );
      if (!(await storeCorrections(uow.db, id, { rows: validated.rows, kept })))
        throw new RuleError('import_not_editable');
      const record = await findImport(uow.db, uuid);
      if (record === undefined) throw new Error(`import ${id} does not exist`);
      return presentImport(record);
    }),
  );

function assertKnown(
  corrections: ImportCorrections['rows'],
  stored: StoredRows,
  columns: CsvColumns,
): void {
  const known = new Set(stored.map(({ row }) => row));
  const fields = new FieldErrors();
  for (const [index, { row, cells }] of corrections.entries()) {
    if (!known.has(row)) fields.add(`rows.${index}.row`, 'import_row');
    for (const column of Object.keys(cells))
      if (!Object.hasOwn(columns, column))
        fields.add(`rows.${index}.cells.${column}`, 'import_column');
  }
  fields.throwIfAny();
}

/** Returns all rows as they would be in a corrected file; passwords are opened to be validated. */
function correctedRows(
  stored: StoredRows,
  corrections: ImportCorrections['rows'],
  { columns, sealer }: { readonly columns: CsvColumns; readonly sealer: Sealer },
): CsvRow[] {
  const [secret] = Object.entries(columns).find(([, column]) => column.secret === true) ?? [];
  const byRow = new Map(corrections.map(({ row, cells }) => [row, cells]));
  return stored.map(({ row, cells, sealed }) => {
    const opened =
      secret === undefined || sealed === null
        ? {}
        : { [secret]: sealer.open(sealed, PASSWORD_USE) };
    const typed = Object.entries({ ...cells, ...opened, ...byRow.get(row) })
      .map(([column, cell]) => [column, cell.trim().normalize('NFC')] as const)
      .filter(([, cell]) => cell !== '');
    return { row, cells: Object.fromEntries(typed) };
  });
}
