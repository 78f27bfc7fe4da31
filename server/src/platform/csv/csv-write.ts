import { stringify } from 'csv-stringify/sync';

/**
 * Matches text that a spreadsheet would run instead of showing, and such text after `harmlessCell`.
 */
const RUNNABLE = /^'*[=+\-@\t\r]/;

/**
 * Returns the cell with an apostrophe before anything a spreadsheet would take for a formula.
 * `originalCell` undoes it.
 */
export const harmlessCell = (text: string): string => (RUNNABLE.test(text) ? `'${text}` : text);

/** Returns the text as it was before `harmlessCell`. */
export const originalCell = (cell: string): string =>
  cell.startsWith("'") && RUNNABLE.test(cell) ? cell.slice(1) : cell;

/** Starts a file, so that Excel reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Writes rows of cells as they are: separated by `;`, ended by CRLF, quoted where necessary. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ });
