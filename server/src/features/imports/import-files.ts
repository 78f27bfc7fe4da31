import type { ImportTypeName } from '@lavra/contract/admin/import';
import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { SheetFormat } from '@lavra/contract/kit/sheet';
import { writeSheet } from '../../platform/csv/write-sheet.ts';
import { ownHeadings, REMARK, type CsvColumns } from '../../platform/csv/csv-file.ts';
import type { Db } from '../../platform/db/database.ts';
import { listWrongRows } from './import-queries.ts';
import type { ImportRecordRow } from './import-record.ts';
import type { ImportTypes } from './import-types.ts';

const filenames: Readonly<Record<ImportTypeName, string>> = {
  producers: 'produtores',
  suppliers: 'fornecedores',
  consultants: 'consultores',
  products: 'produtos',
  orders: 'cotacoes',
  proposals: 'propostas',
};

/**
 * Writes the template file: its columns, and examples as remarks, so that an example left in it
 * creates nothing.
 */
export async function getImportTemplate(
  types: ImportTypes,
  name: ImportTypeName,
  format: SheetFormat,
): Promise<FileContent> {
  const columns = Object.values(types[name].columns);
  const examples = [0, 1].map((index) =>
    columns.map(
      ({ examples: values }, place) => `${place === 0 ? REMARK : ''}${values[index] ?? ''}`,
    ),
  );
  const heading = columns.map((column) => column.heading);
  return writeSheet(format, `modelo_${filenames[name]}`, heading, examples);
}

/**
 * Writes the rows with an error, as they were typed, with the errors: corrected, they can be sent
 * again.
 */
export async function getImportErrors(
  db: Db,
  types: ImportTypes,
  { id, type }: ImportRecordRow,
  format: SheetFormat,
): Promise<FileContent> {
  const columns = Object.entries(types[type].columns satisfies CsvColumns);
  const rows = await listWrongRows(db, id);
  const heading = [
    ...columns.map(([, column]) => column.heading),
    ownHeadings.row,
    ownHeadings.errors,
  ];
  const lines = rows.map(({ row, cells, errors }) => [
    ...columns.map(([column]) => cells[column] ?? ''),
    String(row),
    errors.join(' '),
  ]);
  return writeSheet(format, `erros_${filenames[type]}`, heading, lines);
}
