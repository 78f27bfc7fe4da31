import { formulaOfDate } from '@lavra/domain/catalogue/spellings';
import { isErrorCell } from '@lavra/domain/text/error-cell';
import { fold } from '@lavra/domain/text/fold';
import { numberColumn } from '@lavra/domain/text/number-column';
import { sheetText } from '@lavra/domain/text/sheet-text';
import { harmlessCell, originalCell } from '@lavra/domain/text/harmless-cell';
import { formatQuantity } from '../../text/decimal.ts';
import { quantityOf } from './draft-values.ts';
import {
  columnsOf,
  findHeading,
  inOrder,
  summaryTest,
  remarksOn,
  type Columns,
  type Field,
} from './item-list-columns.ts';
import { splitWrittenItem } from './written-quantity.ts';

/** A line of an item list, as written. `line` is the spreadsheet's line number. */
export interface ItemListRow {
  readonly line: number;
  readonly product: string;
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string;
  /** The line as it was written, without its notes. */
  readonly written: string;
  /** The quantity may be meant a thousand times smaller: the `2.000` of a message with a `1.5`. */
  readonly isUnclear?: true;
}
/** The rows of a list, and what was left out of it, in sentences; or why it cannot be read. */
export type ItemList =
  | { readonly rows: readonly ItemListRow[]; readonly remarks: readonly string[] }
  | { readonly problem: string };

export const MOST_ROWS = 300;
export const MOST_NOTES = 1_000;
/** The heading of a list, and two lines that show how it is filled in. */
export const templateRows: readonly (readonly (string | number)[])[] = [
  ['produto', 'quantidade', 'unidade', 'observações'],
  ['Ureia 45% N', 1200, 'SC50', 'Entregar em duas viagens'],
  ['Glifosato 480', 350.5, 'L', ''],
];
export const template = `\uFEFF${templateRows
  .map((cells) => `${cells.map((cell) => cell.toLocaleString('pt-BR')).join(';')}\r\n`)
  .join('')}`;

/** Decodes an item list, whichever program wrote the file; a text that is refused when none did. */
export const decodeItemList = (bytes: Uint8Array): string => sheetText(bytes) ?? UNREADABLE;
const UNREADABLE = '\0';

/**
 * Parses an item list, from a file or pasted: a table with a heading in any order, also below a
 * title, or without one in the template's order; or lines as written in a message, `50 sacos de
 * ureia`.
 */
export function readItemList(text: string): ItemList {
  if (text.includes('\0'))
    return {
      problem: 'Este arquivo não é uma planilha. Salve-o como .xlsx ou CSV.',
    };
  const plainText = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const records = isTable(plainText) ? recordsOf(plainText) : linesOf(plainText);
  const filled = records.flatMap((cells, index) =>
    cells.every((cell) => cell === '') ? [] : [{ cells, line: index + 1 }],
  );
  if (filled.length === 0) return { problem: 'A planilha está vazia.' };
  const heading = findHeading(filled);
  if (heading !== undefined && heading.columns.product === undefined)
    return { problem: 'Falta a coluna “produto” no cabeçalho.' };
  const columns =
    heading?.columns ?? Object.fromEntries(inOrder.map((field, index) => [field, index]));
  const below = heading === undefined ? filled : filled.slice(heading.at + 1);
  const isSummary = summaryTest(heading && filled[heading.at], columns, below[0]);
  const lines = below.filter((line) => !isSummary(line));
  const rows = withQuantities(lines.map(({ cells, line }) => rowOf(cells, line, columns)));
  if (rows.length === 0) return { problem: 'A planilha só tem o cabeçalho.' };
  return rows.length > MOST_ROWS
    ? { problem: `Traga no máximo ${MOST_ROWS} linhas por vez; esta planilha tem ${rows.length}.` }
    : {
        rows,
        remarks:
          heading === undefined
            ? []
            : remarksOn(filled[heading.at]?.cells ?? [], columns, {
                above: heading.at,
                sums: below.length - lines.length,
              }),
      };
}

interface ReadRow {
  readonly row: ItemListRow;
  /** Its quantity stands within a sentence, not in a cell of its own. */
  readonly isSentence: boolean;
}

/**
 * Reads the quantities: those of cells as one column, which may prove that its point stands before
 * decimals, and those of sentences each by itself.
 */
function withQuantities(read: readonly ReadRow[]): readonly ItemListRow[] {
  const column = numberColumn(
    read.map(({ row, isSentence }) => (isSentence || !isAsWritten(row) ? '' : row.quantity)),
  );
  const alone = read.map(({ row }) => numberColumn([row.quantity]));
  const isPointUsed = alone.some(({ hasPoint }) => hasPoint);
  return read.map(({ row, isSentence }, index) => {
    if (!isAsWritten(row)) return row;
    const { cells: [quantity] = [], unclear = [] } = alone[index] ?? {};
    if (!isSentence) return { ...row, quantity: column.cells[index] ?? row.quantity };
    return {
      ...row,
      quantity: quantity ?? row.quantity,
      ...(isPointUsed && unclear.length > 0 ? { isUnclear: true } : {}),
    };
  });
}

/** False for the quantity of `2 mil litros`, which is written out. */
const isAsWritten = ({ written, quantity }: ItemListRow): boolean => written.includes(quantity);

function rowOf(cells: readonly string[], line: number, columns: Columns): ReadRow {
  const at = (field: Field): string => cells[columns[field] ?? -1] ?? '';
  const product = productIn(at('product'));
  const [quantity, unit] = [at('quantity'), at('unit')];
  const written = [product, quantity, unit].filter((part) => part !== '').join(' ');
  const base = { line, notes: isErrorCell(at('notes')) ? '' : at('notes'), written };
  if (quantity === '' && unit === '')
    return { row: { ...base, ...splitWrittenItem(product) }, isSentence: true };
  const own = { ...base, product, quantity, unit };
  // A quantity with its unit in one cell: `50 sc`.
  const split =
    unit === '' && quantityOf({ quantity }) === undefined
      ? splitWrittenItem(`${quantity} -`)
      : undefined;
  const isSplit = split !== undefined && split.quantity !== '' && split.product === '';
  return { row: isSplit ? { ...own, ...split, product } : own, isSentence: false };
}

/** A formula may have become a date, and a failed search for the name an error. */
const productIn = (cell: string): string =>
  isErrorCell(cell) ? '' : (formulaOfDate(cell) ?? cell);

/** A table has cells, or a heading with commas; in a message a comma is part of the sentence. */
function isTable(text: string): boolean {
  if (/[\t;]/.test(text)) return true;
  const [first = '', ...others] = firstLinesOf(text);
  return columnsOf(first.split(',')) !== undefined || others.some(isHeadingWithCommas);
}

const firstLinesOf = (text: string): readonly string[] => text.trimStart().split(/[\r\n]+/, 10);
const isHeadingWithCommas = (line: string): boolean => {
  const columns = /\d/.test(line) ? undefined : columnsOf(line.split(','));
  return columns?.product !== undefined && columns.quantity !== undefined;
};

const GREETING = /^(bom dia|boa tarde|boa noite|ola|oi|segue|obrigad[oa]|favor|preciso|lista)\b/;

/** What a message begins the lines of a list with. */
const BULLET = /^[-–—•*·]\s+/;

/** The lines of a message, without their bullets; greetings without a number are no items. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(BULLET, ''))
    .map((line) => [GREETING.test(fold(line)) && !/\d/.test(line) ? '' : line]);

/**
 * Describes what is wrong with a line; the line is imported anyway, with the field to be corrected.
 */
export function problemsOfRow(row: ItemListRow): readonly string[] {
  const { product, quantity, notes, isUnclear } = row;
  return [
    ...(product === '' ? ['falta o produto'] : []),
    ...(quantity === ''
      ? ['falta a quantidade']
      : quantityOf({ quantity }) === undefined
        ? [`a quantidade “${quantity}” não é um número maior que zero`]
        : isUnclear === true
          ? [`confira a quantidade: “${quantity}” pode ser ${formatQuantity(Number(quantity))}`]
          : []),
    ...(notes.length > MOST_NOTES
      ? [`a observação passa de ${MOST_NOTES} caracteres e será cortada`]
      : []),
  ];
}

/**
 * Returns the text of a list without the lines that were taken: in the words of its author, where the
 * rest reads the same without them, else as a table.
 */
export function textOfLeft(
  text: string,
  rows: readonly ItemListRow[],
  left: readonly ItemListRow[],
): string {
  const stays = new Set(left.map(({ line }) => line));
  const taken = new Set(rows.flatMap(({ line }) => (stays.has(line) ? [] : [line])));
  const kept = text
    .split(/\r?\n/)
    .filter((_, index) => !taken.has(index + 1))
    .join('\n');
  const again = readItemList(kept);
  return 'rows' in again && saidBy(again.rows) === saidBy(left)
    ? kept
    : writeItemList(left).replace('\uFEFF', '');
}

const saidBy = (rows: readonly ItemListRow[]): string =>
  JSON.stringify(
    rows.map(({ product, quantity, unit, notes }) => [product, quantity, unit, notes]),
  );

/** Returns the lines that were left out, as a file to correct and import again. */
export const writeItemList = (rows: readonly ItemListRow[]): string =>
  `\uFEFF${[['produto', 'quantidade', 'unidade', 'observações'], ...rows.map(({ product, quantity, unit, notes }) => [product, quantity, unit, notes])].map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;

/** Quotes a cell; nothing in it becomes a formula when the file is opened. */
function quoted(cell: string): string {
  const safe = harmlessCell(cell);
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Splits a text into lines of cells; the separator is the one most frequent in the heading, or the
 * first line that has any, and quoted cells may contain it.
 */
function recordsOf(text: string): readonly (readonly string[])[] {
  const lines = firstLinesOf(text).map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const heading =
    lines.find((line) =>
      separators.some((sign) => columnsOf(line.split(sign))?.quantity !== undefined),
    ) ??
    lines.find((line) => separators.some((sign) => line.includes(sign))) ??
    '';
  const [separator] = separators.toSorted(
    (a, b) => heading.split(b).length - heading.split(a).length,
  );
  const records: string[][] = [[]];
  const pattern = new RegExp(
    `("(?:[^"]|"")*"|[^${separator ?? ';'}\\r\\n]*)(${separator ?? ';'}|\\r\\n|\\n|\\r|$)`,
    'gy',
  );
  for (const [whole, cell = '', end = ''] of text.matchAll(pattern)) {
    records.at(-1)?.push(plain(cell));
    if (whole === '' || end === '') break;
    if (/[\r\n]/.test(end)) records.push([]);
  }
  return records;
}

const separators = ['\t', ';', ','];

const plain = (cell: string): string =>
  originalCell((/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
