import type { ImportPreview, ImportTypeName } from '@lavra/contract/admin/import';
import type { UploadedFile } from '@lavra/contract/kit/endpoint';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import { readCsvFile, type CsvFile, type CsvColumns } from '../../platform/csv/csv-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { countRows, insertImport, type StoredRow } from './import-store.ts';
import type { ImportParts } from './import-types.ts';

/** The purpose for which passwords of a file are sealed and opened. */
export const PASSWORD_USE = 'import password';

/**
 * Reads a file, validates every row and stores both, so that the same rows can be imported later.
 * Throws 422 for a file that does not have the required form.
 */
export const previewImport = (
  { db, command, clock, zone }: Platform,
  { types, sealer, queues }: ImportParts,
  request: HttpRequest<AdminCaller>,
  name: ImportTypeName,
  file: UploadedFile,
): Promise<ImportPreview> =>
  queues.reading(request, async () => {
    const type = types[name];
    const csv = await readCsvFile(file.content, type.columns, IMPORT_LIMITS);
    const validated = await type.validate({ db, now: clock.now(), zone }, csv.rows);
    const kept = keptRows(csv, type.columns, sealer);
    const rows = validated.rows.map((row): StoredRow => ({
      ...row,
      ...(kept.get(row.row) ?? { cells: {}, sealed: null }),
    }));
    const { total, valid, invalid } = countRows(rows);
    const warnings = fileWarnings(csv);
    const head = {
      type: name,
      filename: file.filename.toWellFormed().replaceAll('\0', '').slice(0, 300),
      warnings,
    };
    return command(request, async (uow) => ({
      ...head,
      import_id: await insertImport(uow, {
        ...head,
        sha256: file.sha256,
        requestedBy: request.caller.userId,
        rows,
      }),
      summary: { total, valid, invalid },
      rows: validated.rows.map((row) => ({
        ...row,
        errors: [...row.errors],
        warnings: [...row.warnings],
      })),
    }));
  });

/** Returns the cells as typed, with secrets taken out and sealed. */
export function keptRows(
  { rows }: Pick<CsvFile, 'rows'>,
  columns: CsvColumns,
  sealer: Sealer,
): ReadonlyMap<number, Pick<StoredRow, 'cells' | 'sealed'>> {
  return new Map(
    rows.map(({ row, cells }) => {
      const open = Object.fromEntries(
        Object.entries(cells).filter(([column]) => columns[column]?.secret !== true),
      );
      const secret = Object.entries(cells).find(
        ([column]) => columns[column]?.secret === true,
      )?.[1];
      return [
        row,
        { cells: open, sealed: secret === undefined ? null : sealer.seal(secret, PASSWORD_USE) },
      ];
    }),
  );
}

const fileWarnings = ({ unknown, rows }: CsvFile): string[] => [
  ...unknown.map((heading) => `A coluna "${heading}" não é conhecida e foi ignorada.`),
  ...(rows.length === 0
    ? ['A planilha não tem linhas preenchidas: as que começam com # são exemplos e não são lidas.']
    : []),
];
