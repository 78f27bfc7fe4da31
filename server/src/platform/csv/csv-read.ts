import { setImmediate as nextLoopRun } from 'node:timers/promises';
import { CsvError, parse as createParser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { fold } from '@lavra/domain/text/fold';
import { sheetText } from '@lavra/domain/text/sheet-text';
import { originalCell } from '@lavra/domain/text/harmless-cell';
import { InvalidFields } from '../errors.ts';
import { readWorkbook, workbookOf } from '../spreadsheet/xlsx-read.ts';
import { mapYielding } from './map-yielding.ts';

export interface CsvLimits {
  readonly rows: number;
  readonly columns: number;
  readonly cellBytes: number;
}

/**
 * One row of a file by column key; `number` counts as a spreadsheet does, with the heading as row
 * 1.
 */
export interface CsvRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** `headings` are the columns as they were typed, in the same order. */
export interface CsvTable {
  readonly headings: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

const SEPARATORS = [';', ',', '\t'] as const;

/**
 * Column names are shorter than this; the rest of a heading is ignored, which keeps the search for
 * brackets short.
 */
const LONGEST_HEADING = 300;

/**
 * Returns the key of a heading, however it is typed: `Preço unitário (R$)` becomes
 * `preco unitario`.
 */
export const columnKey = (heading: string): string =>
  fold(heading.slice(0, LONGEST_HEADING).replaceAll(/\([^)]*\)/g, ' '))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Reads a CSV as spreadsheets write it: UTF-8, UTF-16 with BOM, or the page of Windows, of an old Mac
 * or of DOS, separated by `;`, `,` or tabs, columns in any order, blank rows left
 * out. Throws InvalidFields that names `file` or the row (`rows.3`).
 */
export function readCsv(bytes: Uint8Array, limits: CsvLimits): CsvTable {
  const text = decode(bytes);
  return tableOf(
    withinLimits(limits, () => parse(text, optionsFor(text, limits))),
    limits,
  );
}

/**
 * Reads a table that people send: a CSV, or the first visible sheet of an .xlsx, recognized by its
 * bytes. Throws InvalidFields as `readCsv` does. Neither occupies the event loop for long.
 */
export async function readTable(bytes: Uint8Array, limits: CsvLimits): Promise<CsvTable> {
  const workbook = workbookOf(bytes);
  if (workbook === undefined) return readLargeCsv(bytes, limits);
  if (workbook === 'compound') throw InvalidFields.of('file', 'xlsx_encrypted');
  const { columns, cellBytes } = limits;
  const records = mostRecords(limits);
  const reply = await readWorkbook({ bytes, limits: { records, columns, cellBytes } });
  if ('records' in reply)
    return tableOfYielding(
      withinLimits(limits, () => reply.records),
      limits,
      asIs,
    );
  const limit = reply.refusal === 'csv_columns' ? columns : limits.rows;
  throw InvalidFields.of('file', reply.refusal, { limit });
}

/** Reads a large CSV as `readCsv` does, but yields to the event loop between pieces of it. */
async function readLargeCsv(bytes: Uint8Array, limits: CsvLimits): Promise<CsvTable> {
  const text = decode(bytes);
  const parser = createParser(optionsFor(text, limits));
  const records: string[][] = [];
  parser.on('error', () => undefined); // `errored` is read below
  parser.on('data', (record: string[]) => {
    records.push(record);
  });
  for (
    let at = 0;
    at < text.length && parser.errored === null && records.length < mostRecords(limits);
    at += PIECE
  ) {
    parser.write(text.slice(at, at + PIECE));
    await nextLoopRun();
  }
  if (parser.errored === null)
    await new Promise<void>((resolve) => {
      parser.on('close', resolve);
      parser.end(resolve);
    });
  return tableOfYielding(
    withinLimits(limits, () => {
      if (parser.errored !== null) throw parser.errored;
      return records;
    }),
    limits,
  );
}

const PIECE = 64 * 1024;

/** A workbook's text cells are no formulas, so nothing was written before them. */
const asIs = (cell: string): string => cell;

/** Returns the table of the records. */
function tableOf(records: readonly string[][], limits: CsvLimits): CsvTable {
  const head = headOf(records);
  const { headings, columns } = head;
  return assertRows({ headings, columns, rows: records.flatMap(rowReader(head, limits)) }, limits);
}

/** Returns the table of the records, yielding to the event loop now and then. */
async function tableOfYielding(
  records: readonly string[][],
  limits: CsvLimits,
  textOf = originalCell,
): Promise<CsvTable> {
  const head = headOf(records);
  const rows = await mapYielding(records, rowReader(head, limits, textOf));
  const { headings, columns } = head;
  return assertRows({ headings, columns, rows: rows.flat() }, limits);
}

type Head = Pick<CsvTable, 'headings' | 'columns'> & { readonly at: number };

/** Lines in which a heading is looked for. */
const MOST_ABOVE = 10;

/** Returns where the heading is: below blank lines and titles, which fill one cell above several. */
function headingAt(records: readonly string[][]): number {
  const filled = records
    .slice(0, MOST_ABOVE)
    .map((record) => record.filter((cell) => !isBlank(cell)).length);
  const first = filled.findIndex((count) => count > 0);
  return first !== -1 && filled[first] === 1
    ? Math.max(
        first,
        filled.findIndex((count) => count > 1),
      )
    : first;
}

function headOf(records: readonly string[][]): Head {
  const at = headingAt(records);
  const heading = records[at];
  if (heading === undefined) throw InvalidFields.of('file', 'csv_empty');
  const columns = heading.map(columnKey);
  const twice = heading.find(
    (_, index) => columns[index] !== '' && columns.indexOf(columns[index] ?? '') !== index,
  );
  if (twice !== undefined)
    throw InvalidFields.of('file', 'csv_column_twice', { name: twice.trim() });
  return { headings: heading.map((cell) => cell.trim()), columns, at };
}

function assertRows(table: CsvTable, { rows }: CsvLimits): CsvTable {
  if (table.rows.length > rows) throw InvalidFields.of('file', 'csv_rows', { limit: rows });
  return table;
}

/** Returns a function that reads a record at an index: a row, or none for the head, what is above it, and blanks. */
const rowReader =
  ({ columns, at }: Head, { cellBytes }: CsvLimits, textOf = originalCell) =>
  (record: readonly string[], index: number): CsvRow[] => {
    if (index <= at || record.every(isBlank)) return [];
    const number = index + 1;
    if (record.some((cell) => Buffer.byteLength(cell) > cellBytes))
      throw InvalidFields.of(`rows.${number}`, 'csv_cell');
    const cells = columns.map(
      (column, place) => [column, textOf((record[place] ?? '').trim())] as const,
    );
    return [{ number, cells: new Map(cells) }];
  };

/**
 * Blank rows do not count towards the limit of rows, but the records read are limited all the same.
 */
const MOST_RECORDS = 10_000;

/** Returns the limit of records: the heading, the rows, and as many blank ones. */
const mostRecords = ({ rows }: CsvLimits): number => Math.max(MOST_RECORDS, 2 * rows + 2);

const optionsFor = (text: string, limits: CsvLimits) => ({
  delimiter: separatorOf(text),
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: limits.columns * limits.cellBytes,
  to: mostRecords(limits),
});

/** Returns the records, once they are known to be within the limits. */
function withinLimits(limits: CsvLimits, read: () => string[][]): string[][] {
  try {
    const records = read();
    if (records.length >= mostRecords(limits))
      throw InvalidFields.of('file', 'csv_rows', { limit: limits.rows });
    const wide = records.findIndex((record) => record.length > limits.columns);
    if (wide !== -1)
      throw InvalidFields.of(`rows.${wide + 1}`, 'csv_columns', { limit: limits.columns });
    return records;
  } catch (error) {
    // The record in which parsing failed: the row as a spreadsheet counts it, where an unclosed
    // quote began.
    if (error instanceof CsvError)
      throw InvalidFields.of(
        `rows.${Number(error['records'] ?? 0) + 1}`,
        error.code === 'CSV_MAX_RECORD_SIZE' ? 'csv_cell' : 'csv_quotes',
      );
    throw error;
  }
}

/**
 * Returns the separator of the first line that has any: the most frequent one of those that the next
 * line has as often (a heading may contain commas), or of all.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, PIECE)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, 2 * MOST_ABOVE);
  const first = lines.findIndex((line) => SEPARATORS.some((sign) => line.includes(sign)));
  const countIn = (line: string | undefined, sign: string): number =>
    (line ?? '').split(sign).length;
  const found = SEPARATORS.map((sign) => ({ sign, count: countIn(lines[first], sign) }));
  const agreed = found.filter(
    ({ sign, count }) => count > 1 && countIn(lines[first + 1], sign) === count,
  );
  return (agreed.length === 0 ? found : agreed).reduce((best, one) =>
    one.count > best.count ? one : best,
  ).sign;
}

/** Decodes the file, whichever program wrote it. */
function decode(bytes: Uint8Array): string {
  const text = sheetText(bytes);
  // A binary file read as text; PostgreSQL cannot store NUL either.
  if (text === undefined || text.includes('\0')) throw InvalidFields.of('file', 'csv_encoding');
  return text.replace(SEPARATOR_LINE, '');
}

/**
 * A line that some programs write for Excel above the heading; Excel shows no row for it, so none
 * is counted.
 */
const SEPARATOR_LINE = /^sep=.\r?\n/i;

const isBlank = (cell: string): boolean => cell.trim() === '';
