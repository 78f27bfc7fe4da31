import type { CsvCells } from '../../platform/csv/csv-cells.ts';
import type { CsvColumns } from '../../platform/csv/csv-file.ts';
import type { ImportData } from '@lavra/contract/admin/import';
import type { ValidatedRow } from './import-type.ts';

/** The rows of one order or proposal, in the order of the file. */
export interface Group<C extends CsvColumns> {
  readonly head: CsvCells<C>;
  readonly rows: readonly CsvCells<C>[];
}

/**
 * Groups rows with the same key, wherever they are in the file; a row without a key is a group of
 * its own.
 */
export function groupRows<C extends CsvColumns>(
  rows: readonly CsvCells<C>[],
  keyOf: (cells: CsvCells<C>) => string | null,
): Group<C>[] {
  const groups = Map.groupBy(rows, (cells) => keyOf(cells) ?? cells);
  return [...groups.values()].flatMap((members) =>
    members[0] === undefined ? [] : [{ head: members[0], rows: members }],
  );
}

/**
 * Adds an error where a row differs from its group's first one: the others repeat its values or
 * leave them blank.
 */
export function refuseDifferences<C extends CsvColumns>(
  { head, rows }: Group<C>,
  columns: readonly (keyof C & string)[],
): void {
  for (const cells of rows.slice(1)) {
    for (const column of columns) {
      if (cells.has(column) && cells.text(column) !== head.text(column))
        cells.refuse(column, 'sheet_group_differs', { row: head.row });
    }
  }
}

/**
 * Builds the results of a group's rows. One wrong row keeps the whole group from being stored: the
 * other rows' errors refer to it.
 */
export function validateGroup<C extends CsvColumns>(
  { rows }: Group<C>,
  {
    column,
    isNew,
    dataOf,
  }: { column: keyof C & string; isNew: boolean; dataOf: (cells: CsvCells<C>) => ImportData },
): ValidatedRow[] {
  const wrong = rows.find(({ problems }) => problems.any);
  if (wrong !== undefined)
    for (const cells of rows)
      if (!cells.problems.any) cells.refuse(column, 'sheet_group_row', { row: wrong.row });
  return rows.map((cells) => ({
    row: cells.row,
    status: wrong === undefined ? 'success' : 'error',
    action: wrong === undefined && isNew ? 'create' : 'skip',
    errors: cells.sentences(),
    warnings: cells.warnings,
    data: dataOf(cells),
  }));
}
