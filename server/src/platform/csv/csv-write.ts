import { stringify } from 'csv-stringify/sync';

/** Starts a file, so that Excel reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Writes rows of cells as they are: separated by `;`, ended by CRLF, quoted where necessary. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ });
