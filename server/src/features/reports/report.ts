import type { Snapshot } from '../../platform/db/snapshot.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { SheetCell, SheetContent } from '../../platform/spreadsheet/sheet-cell.ts';

/**
 * Parameters of every report's statement: a period whose end is excluded; `whole` when none was
 * given.
 */
export interface ReportParams {
  readonly from: Date | '-infinity';
  readonly until: Date | 'infinity';
  readonly whole: boolean;
  readonly with_deleted: boolean;
}

/**
 * A column's heading, and the function that formats its cell of a row; `today` is in the platform's
 * zone.
 */
export type ReportColumn<R> = readonly [
  heading: string,
  cell: (row: R, today: string) => SheetCell,
];

/** One view as a file. */
export interface Report {
  /** Its file name, without the extension. */
  readonly name: string;
  /** Starts the query on the snapshot; the rows are then read at the reader's pace. */
  open(snapshot: Snapshot, params: ReportParams, today: string): Promise<SheetContent>;
}

/** Defines a report of the rows of a statement, in the order of the statement. */
export function defineReport<R>(
  name: string,
  statement: Statement<ReportParams, R>,
  columns: readonly ReportColumn<R>[],
): Report {
  const heading = columns.map(([text]) => text);
  async function* cellsOf(
    batches: AsyncIterable<readonly R[]>,
    today: string,
  ): AsyncGenerator<SheetCell[][]> {
    for await (const rows of batches)
      yield rows.map((row) => columns.map(([, cell]) => cell(row, today)));
  }
  return {
    name,
    open: async (snapshot, params, today) => ({
      heading,
      batches: cellsOf(await snapshot.open(statement, params), today),
    }),
  };
}
