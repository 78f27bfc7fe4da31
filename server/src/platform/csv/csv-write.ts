import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet would run instead of showing, or what such a text looks like once it was made harmless. */
const RUNNABLE = /^'*[=+\-@\t\r]/;

/** The cell with an apostrophe before anything a spreadsheet would take for a formula. `originalCell` undoes it. */
export const harmlessCell = (text: string): string => (RUNNABLE.test(text) ? `'${text}` : text);

/** The text as it was before `harmlessCell`. */
export const originalCell = (cell: string): string =>
  cell.startsWith("'") && RUNNABLE.test(cell) ? cell.slice(1) : cell;

/** Starts a file, so that Excel takes it for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of cells that are as they should be: separated by `;`, ended by CRLF, quoted where they must. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ });

/** Rows under a heading as a file that Excel in Portuguese opens by itself: UTF-8 with BOM, `;`, CRLF, no formulas. */
export function writeCsv(heading: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(
    BYTE_ORDER_MARK + csvLines([heading, ...rows].map((row) => row.map(harmlessCell))),
    'utf8',
  );
}
