import { csvLines, BYTE_ORDER_MARK } from '../../platform/csv/csv-write.ts';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import type { Statement } from '../../platform/db/statement.ts';

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
export type ReportColumn<R> = readonly [heading: string, cell: (row: R, today: string) => string];

/** One view as a file. */
export interface Report {
  /** Its file name, without the extension. */
  readonly name: string;
  /** Starts the query on the snapshot; the bytes are then produced at the reader's pace. */
  open(snapshot: Snapshot, params: ReportParams, today: string): Promise<AsyncGenerator<Buffer>>;
}

/** Defines a report of the rows of a statement, in the order of the statement. */
export function defineReport<R>(
  name: string,
  statement: Statement<ReportParams, R>,
  columns: readonly ReportColumn<R>[],
): Report {
  const heading = columns.map(([text]) => text);
  async function* linesOf(
    batches: AsyncIterable<readonly R[]>,
    today: string,
  ): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvLines([heading]));
    for await (const rows of batches)
      yield Buffer.from(csvLines(rows.map((row) => columns.map(([, cell]) => cell(row, today)))));
  }
  return {
    name,
    open: async (snapshot, params, today) => linesOf(await snapshot.open(statement, params), today),
  };
}
