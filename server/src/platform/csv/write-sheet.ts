import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileContent } from '@lavra/contract/kit/endpoint';
import { sheetMediaTypes, type SheetFormat } from '@lavra/contract/kit/sheet';
import { BYTE_ORDER_MARK, csvLines } from './csv-write.ts';
import { streamOf, zipOf } from '../files/byte-streams.ts';
import { csvCell, type SheetCell, type SheetContent } from '../spreadsheet/sheet-cell.ts';
import { xlsxParts } from '../spreadsheet/xlsx-write.ts';

/** Produces a CSV that Excel in Portuguese opens: UTF-8 with BOM, `;`, CRLF, no formulas. */
async function* csvChunks({ heading, batches }: SheetContent): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([heading.map(csvCell)]));
  for await (const rows of batches)
    yield Buffer.from(csvLines(rows.map((row) => row.map(csvCell))));
}

/** Returns a table as a stream of the bytes of a file, produced at the reader's pace. */
export const sheetStream = (format: SheetFormat, content: SheetContent, now: Date): Readable =>
  format === 'csv' ? streamOf({ chunks: csvChunks(content) }) : zipOf(xlsxParts(content), now);

/** Writes a table that fits into memory; `name` is the file's, without its ending. */
export async function writeSheet(
  format: SheetFormat,
  name: string,
  heading: readonly string[],
  rows: readonly (readonly SheetCell[])[],
): Promise<FileContent> {
  const content = { heading, batches: once(rows) };
  return {
    content: await buffer(sheetStream(format, content, EARLIEST)),
    filename: `${name}.${format}`,
    mediaType: sheetMediaTypes[format],
  };
}

/** The time of the parts of a file: the same rows give the same bytes. */
const EARLIEST = new Date(1980, 0, 1);

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
