import { CsvError, parse } from 'csv-parse/sync';
import { fold } from '@lavra/domain/text/fold';
import { InvalidFields } from '../errors.ts';
import { originalCell } from './csv-write.ts';

export interface CsvLimits { readonly rows: number; readonly columns: number; readonly cellBytes: number }

/** One row of a file by column key; `number` counts as a spreadsheet does, the heading being row 1. */
export interface CsvRow { readonly number: number; readonly cells: ReadonlyMap<string, string> }

export interface CsvTable { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }

const SEPARATORS = [';', ',', '\t'] as const;

/** How a heading is known, however it is typed: `Preço unitário (R$)` is `preco unitario`. */
export const columnKey = (heading: string): string =>
  fold(heading.replaceAll(/\([^)]*\)/g, ' ')).replaceAll(/[^a-z0-9]+/g, ' ').trim();

/**
 * Reads a CSV as spreadsheets write it: UTF-8, UTF-16 with BOM or Windows-1252, separated by `;`, `,` or tabs, columns in any
 * order, blank rows left out. Throws InvalidFields that names `file` or the row (`rows.3`).
 */
export function readCsv(bytes: Uint8Array, limits: CsvLimits): CsvTable {
  const [heading, ...rest] = parseRecords(decode(bytes), limits);
  if (heading === undefined || heading.every(isBlank)) throw InvalidFields.of('file', 'csv_empty');
  const columns = heading.map(columnKey);
  const twice = heading.find((_, index) => columns[index] !== '' && columns.indexOf(columns[index] ?? '') !== index);
  if (twice !== undefined) throw InvalidFields.of('file', 'csv_column_twice', { name: twice.trim() });
  const rows = rest.flatMap((record, index) => (record.every(isBlank) ? [] : [rowOf(columns, record, index + 2, limits)]));
  if (rows.length > limits.rows) throw InvalidFields.of('file', 'csv_rows', { limit: limits.rows });
  return { columns, rows };
}

function rowOf(columns: readonly string[], record: readonly string[], number: number, { cellBytes }: CsvLimits): CsvRow {
  if (record.some((cell) => Buffer.byteLength(cell) > cellBytes)) throw InvalidFields.of(`rows.${number}`, 'csv_cell');
  return { number, cells: new Map(columns.map((column, index) => [column, originalCell((record[index] ?? '').trim())])) };
}

/** Blank rows between the others do not count, but are not read for ever. */
const MOST_RECORDS = 10_000;

function parseRecords(text: string, { rows, columns, cellBytes }: CsvLimits): string[][] {
  const delimiter = separatorOf(text);
  const most = Math.max(MOST_RECORDS, rows + 2); // the heading, and one row too many
  try {
    const records: string[][] = parse(text, {
      delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'], max_record_size: columns * cellBytes, to: most,
    });
    if (records.length >= most) throw InvalidFields.of('file', 'csv_rows', { limit: rows });
    const wide = records.findIndex((record) => record.length > columns);
    if (wide !== -1) throw InvalidFields.of(`rows.${wide + 1}`, 'csv_columns', { limit: columns });
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw InvalidFields.of(`rows.${Number(error['lines'] ?? 1)}`, error.code === 'CSV_MAX_RECORD_SIZE' ? 'csv_cell' : 'csv_quotes');
    throw error;
  }
}

/** The sign that the heading has most of. */
function separatorOf(text: string): string {
  const heading = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const found = SEPARATORS.map((sign) => ({ sign, count: heading.split(sign).length }));
  return found.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Older spreadsheets write the Windows code page; whatever is not UTF-8 is read as that. */
function decode(bytes: Uint8Array): string {
  const text = decoded(bytes);
  // Binary files read as text, or what no database can keep.
  if (text.includes('\0')) throw InvalidFields.of('file', 'csv_encoding');
  return text;
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const isBlank = (cell: string): boolean => cell.trim() === '';
