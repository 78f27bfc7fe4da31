import { csvLines, BYTE_ORDER_MARK } from '../../platform/csv/csv-write.ts';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import type { Statement } from '../../platform/db/statement.ts';

/** What every report's statement may be asked: a period whose end is excluded; `whole` where none was given. */
export interface ReportParams {
  readonly from: Date | '-infinity';
  readonly until: Date | 'infinity';
  readonly whole: boolean;
  readonly with_deleted: boolean;
}

/** A column's heading, and its cell of a row; `today` in the platform's zone. */
export type ReportColumn<R> = readonly [heading: string, cell: (row: R, today: string) => string];

/** One view as a file. */
export interface Report {
  /** Its name, without the ending. */
  readonly name: string;
  /** Plans it on the snapshot; its bytes are then read at the reader's pace. */
  open(snapshot: Snapshot, params: ReportParams, today: string): Promise<AsyncGenerator<Buffer>>;
}

/** A report of the rows of a statement, in its order. */
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
