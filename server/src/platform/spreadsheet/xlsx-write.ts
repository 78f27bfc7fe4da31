import type { SheetCell, SheetContent } from './sheet-cell.ts';
import type { ArchivedFile } from '../files/byte-streams.ts';
import { frame, sheetStart, STYLE } from './xlsx-frame.ts';

// Writes the smallest workbook that Excel, LibreOffice and Google open without a question: one
// sheet, its heading in bold and held in view. Every text is a text cell, so none runs as a formula.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Characters of a cell that Excel opens. */
const LONGEST_TEXT = 32_767;
/** Digits that a spreadsheet keeps of a number; longer ones are written as text. */
const EXACT_DIGITS = 15;
const DAY = 86_400_000;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Returns the parts of a workbook; the sheet's rows are produced at the reader's pace. */
export function xlsxParts(content: SheetContent): ArchivedFile[] {
  const parts = Object.entries(frame).map(([name, xml]) => ({
    name,
    chunks: chunksOf(HEAD + xml),
  }));
  return [...parts, { name: 'xl/worksheets/sheet1.xml', chunks: sheetChunks(content) }];
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Widths of columns, in characters. A heading is in bold, and never cut. */
const NARROWEST = 12;
const WIDEST = 60;
const MARGIN = 2;
const BOLD = 1.15;

async function* sheetChunks({ heading, batches }: SheetContent): AsyncGenerator<Buffer> {
  const ahead = batches[Symbol.asyncIterator]();
  const first = await ahead.next();
  const seen = first.done === true ? [] : first.value;
  const widths = heading.map((text, index) => {
    const longest = seen.reduce(
      (most, row) => Math.max(most, lengthOf(row[index] ?? '')),
      NARROWEST,
    );
    const width = Math.max(
      Math.min(WIDEST, longest + MARGIN),
      Math.ceil(text.length * BOLD) + MARGIN,
    );
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  yield Buffer.from(
    `${HEAD}${sheetStart}<cols>${widths.join('')}</cols><sheetData>${rowXml(heading, 1, STYLE.heading)}`,
  );
  let number = 2;
  for await (const rows of following(seen, ahead)) {
    yield Buffer.from(rows.map((row, index) => rowXml(row, number + index)).join(''));
    number += rows.length;
  }
  yield Buffer.from('</sheetData></worksheet>');
}

/** Yields the batch that was read ahead, and then the others. */
async function* following<T>(first: T, others: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first;
    for (let next = await others.next(); next.done !== true; next = await others.next())
      yield next.value;
  } finally {
    await others.return?.();
  }
}

/** Returns how many characters a cell shows, about; of several lines the longest counts. */
const lengthOf = (cell: SheetCell): number =>
  typeof cell === 'string'
    ? Math.max(...cell.split('\n').map((line) => line.length))
    : 'time' in cell
      ? cell.time.length
      : cell.decimal.length + MARGIN;

const rowXml = (
  cells: readonly SheetCell[],
  number: number,
  textStyle: number = STYLE.text,
): string => {
  const inner = cells.map((cell, index) => cellXml(cell, `${letters(index)}${number}`, textStyle));
  return `<row r="${number}">${inner.join('')}</row>`;
};

/** Returns the letters of a column: A for 0, AA for 26. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function cellXml(cell: SheetCell, place: string, textStyle: number): string {
  if (typeof cell === 'string') return textXml(cell, place, textStyle);
  if ('time' in cell) {
    const style = cell.time.length > 10 ? STYLE.time : STYLE.date;
    return `<c r="${place}" s="${style}"><v>${serialOf(cell.time)}</v></c>`;
  }
  const { decimal, least } = cell;
  if (decimal.replaceAll(/\D|^0+/g, '').length > EXACT_DIGITS)
    return textXml(decimal.replace('.', ','), place, textStyle);
  return `<c r="${place}" s="${least === 2 ? STYLE.amount : STYLE.number}"><v>${decimal}</v></c>`;
}

function textXml(text: string, place: string, style: number): string {
  if (text === '') return '';
  const shown = escaped(text.slice(0, LONGEST_TEXT));
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** Returns a local time as the days since the epoch of spreadsheets. */
function serialOf(time: string): number {
  const instant = Date.parse(`${time.slice(0, 10)}T${time.slice(11, 19) || '00:00:00'}Z`);
  return (instant - EPOCH) / DAY;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for XML; characters that XML 1.0 cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the ones that XML excludes
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    // Excel reads _x0041_ as the character of that code.
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
