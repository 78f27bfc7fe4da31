import { fold } from '@lavra/domain/text/fold';
import { isAccountingZero, numberColumn } from '@lavra/domain/text/number-column';
import { parseDecimal } from '../../text/decimal.ts';
import { quotedAs, writePrice, writeQuantity, type Digits, type DraftRow } from './draft.ts';
import type { Cell } from './draft-checks.ts';

/** Parses a spreadsheet's clipboard text: rows by lines, columns by tabs. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

/** Returns true when the pasted text has more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.replace(/[\r\n]+$/, ''));

export interface Pasted {
  readonly rows: readonly DraftRow[];
  readonly filled: number;
  readonly left: number;
  /** What was left out or understood, in sentences. */
  readonly remarks: readonly string[];
}

/**
 * Pastes cells over the rows from one cell on, downwards through `order` (the visible rows) and to
 * the right. An empty cell leaves the existing value; a number in a declined row quotes the item
 * again. A heading above numbers is left out, and a column that proves its decimal point is read with
 * it. Returns how many cells were filled, and how many lines found no row.
 */
export function pasteInto(
  rows: readonly DraftRow[],
  {
    order,
    from,
    cell,
    text,
  }: {
    readonly order: readonly number[];
    readonly from: number;
    readonly cell: Cell;
    readonly text: string;
  },
): Pasted {
  const columns: readonly Cell[] = cell === 'price' ? ['price', 'quantity'] : ['quantity'];
  const { table, remarks } = numbersOf(cellsOf(text), columns.length);
  const targets = order.slice(order.indexOf(from));
  const next = [...rows];
  let filled = 0;
  for (const [line, cells] of table.entries()) {
    const target = targets[line];
    const row = target === undefined ? undefined : next[target];
    if (target === undefined || row === undefined) continue;
    const given = columns.flatMap((column, index) =>
      cells[index] === undefined || cells[index] === ''
        ? []
        : [[column, written(column, cells[index])] as const],
    );
    const quotes = given.some(([, value]) => parseDecimal(value) !== undefined);
    if (given.length === 0 || (row.answer === 'none' && !quotes)) continue;
    filled += given.length;
    next[target] = {
      ...row,
      ...Object.fromEntries(given),
      ...(row.answer === 'none' ? { answer: quotedAs(row) } : {}),
    };
  }
  return { rows: next, filled, left: Math.max(0, table.length - targets.length), remarks };
}

/** What suppliers write instead of a price. */
const NO_PRICE =
  /^(?:n|nao|s|sem|x|xx+|nd|nt|n\/[adt]|indisponivel|falta|esgotado|consultar|a consultar|sob)\b|consulta/;

/** What the heading of a column of prices or quantities says. */
const HEADING =
  /\b(?:prec|valor|vlr|vl|unit|r\$|reais|brl|cust|quant|qtd|price|tabel|cotac|ofert|propost|total|liquid|vista|prazo)/;

/**
 * Returns true for a first line that names the columns of numbers below. Other words stay: left out,
 * they would move each price to the item before, and an item without a price says so in words, too.
 */
function hasHeading([first = [], ...others]: readonly (readonly string[])[]): boolean {
  const words = first.filter((cell) => cell !== '').map(fold);
  return (
    words.some((cell) => HEADING.test(cell)) &&
    words.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell) && !NO_PRICE.test(cell)) &&
    others.some((cells) => cells.some((cell) => /\d/.test(cell)))
  );
}

/** Returns the table without its heading, with each of its first columns of numbers as it is meant. */
function numbersOf(
  pasted: readonly (readonly string[])[],
  width: number,
): { readonly table: readonly (readonly string[])[]; readonly remarks: readonly string[] } {
  const lines = pasted.map((line) => line.map((cell) => (isAccountingZero(cell) ? '' : cell)));
  const isHeaded = hasHeading(lines);
  const cells = isHeaded ? lines.slice(1) : lines;
  const columns = Array.from({ length: width }, (_, index) =>
    numberColumn(cells.map((line) => line[index] ?? '')),
  );
  const [unclear] = columns.flatMap((column) => column.unclear);
  return {
    table: cells.map((line, row) => line.map((cell, index) => columns[index]?.cells[row] ?? cell)),
    remarks: [
      ...(isHeaded ? ['O cabeçalho ficou de fora.'] : []),
      ...(columns.some(({ hasPoint }) => hasPoint)
        ? ['O ponto foi lido como vírgula decimal.']
        : []),
      ...(unclear === undefined ? [] : [`O ponto de ${unclear} foi lido como milhar: confira.`]),
    ],
  };
}

/** Formats a pasted number for its cell; other text is kept, so that the cell shows an error. */
function written(cell: Cell, typed: string): string {
  const digits = parseDecimal(typed);
  const decimals = digits?.split('.')[1]?.length ?? 0;
  if (digits === undefined || decimals > (cell === 'price' ? 4 : 3)) return typed;
  // parseDecimal returns nothing else
  return cell === 'price' ? writePrice(digits as Digits) : writeQuantity(digits as Digits);
}
