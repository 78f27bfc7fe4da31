import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { NOT_CALCULATED } from '@lavra/domain/text/error-cell';
import { readXlsx } from 'hucre/xlsx';
import { ZipFile } from 'yazl';
import { unpackParts, ZipRefused, type ZipBounds } from './zip-parts.ts';

// Runs in the reading process: hostile files may use all of its memory.

/** The limits of a table; `records` counts blank rows too. */
export interface XlsxLimits {
  readonly records: number;
  readonly columns: number;
  readonly cellBytes: number;
}

/** Why a workbook cannot be read. */
export type XlsxRefusal =
  | 'xlsx_damaged'
  | 'xlsx_encrypted'
  | 'xlsx_too_large'
  | 'csv_columns'
  | 'csv_rows';

/** The records of the first visible sheet, or the refusal. */
export type XlsxReply = { readonly records: string[][] } | { readonly refusal: XlsxRefusal };

export const ZIP_BOUNDS: ZipBounds = {
  parts: 200,
  partBytes: 32 * 1024 * 1024,
  bytes: 48 * 1024 * 1024,
};

/** The parts that hold the cells; pictures, comments, macros and the like are not unpacked. */
const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/)?workbook\.xml(\.rels)?|xl\/(styles|sharedStrings)\.xml|xl\/worksheets\/[^/]+\.xml)$/i;
const SHEET = /worksheets\/[^/]+$/i;

/**
 * Reads the first visible sheet of a workbook as text, row by row, blank ones included. Formulas
 * give the values that were stored with them; where none was, the cell is no blank one.
 */
export async function parseXlsx(bytes: Uint8Array, limits: XlsxLimits): Promise<XlsxReply> {
  try {
    const parts = unpackParts(Buffer.from(bytes), ZIP_BOUNDS, (name) => PARTS.test(name));
    for (const [name, part] of parts) {
      const refusal = refusalOf(name, part, limits);
      if (refusal !== undefined) return { refusal };
    }
    const { sheets } = await readXlsx(await repack(parts), { sheets: firstVisible() });
    const [sheet] = sheets;
    if (sheet === undefined) return { refusal: 'xlsx_damaged' };
    const records = sheet.rows.map((row, at) =>
      row.map((cell, column) =>
        isNotCalculated(cell, sheet.cells?.get(`${at},${column}`))
          ? NOT_CALCULATED
          : cellText(cell).slice(0, limits.cellBytes + 1),
      ),
    );
    return lengthOf(records) > MOST_TEXT ? { refusal: 'xlsx_too_large' } : { records };
  } catch (error) {
    return { refusal: error instanceof ZipRefused ? `xlsx_${error.reason}` : 'xlsx_damaged' };
  }
}

/**
 * Characters of all cells together, as many as the largest CSV may have bytes. Cells share the texts
 * of a workbook's table: 24 KB of a ZIP can stand for a gigabyte, which the service would receive.
 */
const MOST_TEXT = 10 * 1024 * 1024;

/** Returns the characters of all cells of these rows. */
const lengthOf = (records: readonly (readonly string[])[]): number =>
  records.reduce((sum, row) => row.reduce((length, cell) => length + cell.length, sum), 0);

/** Packs the parts that were checked, uncompressed: the library sees those bytes and no others. */
async function repack(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream as Readable); // a PassThrough, which yazl's types do not declare
}

const firstVisible = () => {
  let found = false;
  return ({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }): boolean => {
    const isFirst = !found && hidden !== true && veryHidden !== true;
    found ||= isFirst;
    return isFirst;
  };
};

/** Elements that set widths; the library walks each over up to 16,384 columns. */
const MOST_COLUMN_WIDTHS = 1000;

/** Returns what finds the opening tags of elements of these names, with any prefix. */
const tags = (names: string): RegExp => new RegExp(`<(?:[^\\s<>/:]+:)?(?:${names})[\\s/>]`, 'g');

/**
 * Refuses what the library would unfold: declared entities, escapes by the million, cells outside the
 * limits (a single one in the last row and column makes a rectangle of 17 billion), more cells than fit
 * inside them, and widths by the thousand.
 */
function refusalOf(
  name: string,
  part: Buffer,
  { records, columns, cellBytes }: XlsxLimits,
): XlsxRefusal | undefined {
  const xml = part.toString('latin1');
  if (xml.includes('\0') || /<!(DOCTYPE|ENTITY)/i.test(xml)) return 'xlsx_damaged';
  const most = records * columns;
  if (hasLongRun(part, cellBytes) || countOf(xml, /_x[\da-f]{4}_/gi, most) !== undefined)
    return 'xlsx_too_large';
  if (!SHEET.test(name)) return countOf(xml, tags('si|xf|r'), most);
  for (const [, letters = '', row = ''] of xml.matchAll(/\br\s*=\s*["']([A-Za-z]*)(\d*)["']/g)) {
    if (row.length > 7 || Number(row) > records) return 'csv_rows';
    if (letters !== '' && columnOf(letters) > columns) return 'csv_columns';
  }
  return countOf(xml, tags('col'), MOST_COLUMN_WIDTHS) ?? countOf(xml, tags('c|row'), most);
}

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;

/**
 * Returns whether a text or a tag holds more entities than a cell may have bytes. The library decodes
 * each whole: four million `&lt;` in one cell need hundreds of megabytes, and 17 KB of a ZIP.
 */
function hasLongRun(part: Buffer, most: number): boolean {
  let entities = 0;
  for (let at = 0; at < part.length; at += 1) {
    const byte = part[at];
    if (byte === LESS_THAN) entities = 0;
    else if (byte === AMPERSAND) entities += 1;
    if (entities > most) return true;
  }
  return false;
}

function countOf(xml: string, tag: RegExp, most: number): 'xlsx_too_large' | undefined {
  let count = 0;
  while (tag.exec(xml) !== null) {
    count += 1;
    if (count > most) return 'xlsx_too_large';
  }
  return undefined;
}

/** Returns the number of a column from its letters: A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  letters.length > 3
    ? Number.POSITIVE_INFINITY
    : Buffer.from(letters.toUpperCase(), 'latin1').reduce((sum, code) => sum * 26 + code - 64, 0);

/** A program that does not calculate writes formulas without their values. */
const isNotCalculated = (value: unknown, cell: { formula?: string } | undefined): boolean =>
  value === null && cell?.formula !== undefined;

/** Digits that a spreadsheet shows of a number; the ones after them are noise of its arithmetic. */
const SHOWN_DIGITS = 15;

/** Returns a cell as people would type it in Portuguese: `68,4`, `20/11/2026 14:05:00`, `sim`. */
function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return numberText(value);
  return value instanceof Date ? dateText(value) : '';
}

const numberText = (value: number): string => {
  const shown = String(Number(value.toPrecision(SHOWN_DIGITS)));
  const plain = shown.includes('e')
    ? value.toLocaleString('en-US', {
        useGrouping: false,
        maximumSignificantDigits: SHOWN_DIGITS,
        maximumFractionDigits: 20,
      })
    : shown;
  return plain.replace('.', ',');
};

function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time = ''] = value.toISOString().slice(0, 19).split('T');
  const shown = day.split('-').toReversed().join('/');
  return time === '00:00:00' ? shown : `${shown} ${time}`;
}
