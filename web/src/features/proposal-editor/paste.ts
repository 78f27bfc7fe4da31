import { parseDecimal } from '../../text/decimal.ts';
import { writePrice, writeQuantity, type Digits, type DraftRow } from './draft.ts';
import type { Cell } from './draft-checks.ts';

/** Parses a spreadsheet's clipboard text: rows by lines, columns by tabs. */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

/** Returns true when the pasted text has more than one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.replace(/[\r\n]+$/, ''));

export interface Pasted {
  readonly rows: readonly DraftRow[];
  readonly filled: number;
  readonly left: number;
}

/**
 * Pastes cells over the rows from one cell on, downwards through `order` (the visible rows) and to
 * the right. An empty cell leaves the existing value; a number in a declined row quotes the item
 * again. Returns how many cells were filled, and how many lines found no row.
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
  const table = cellsOf(text);
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
    if (given.length === 0) continue;
    filled += given.length;
    next[target] = {
      ...row,
      ...Object.fromEntries(given),
      ...(row.answer === 'none' ? { answer: 'price' as const } : {}),
    };
  }
  return { rows: next, filled, left: Math.max(0, table.length - targets.length) };
}

/** Formats a pasted number for its cell; other text is kept, so that the cell shows an error. */
function written(cell: Cell, typed: string): string {
  const digits = parseDecimal(typed);
  const decimals = digits?.split('.')[1]?.length ?? 0;
  if (digits === undefined || decimals > (cell === 'price' ? 4 : 3)) return typed;
  // parseDecimal returns nothing else
  return cell === 'price' ? writePrice(digits as Digits) : writeQuantity(digits as Digits);
}
