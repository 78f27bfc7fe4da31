import { typedNumber } from './typed-text.ts';

/**
 * Returns true for a cell that holds no number in Excel's accounting format, which shows zero as
 * ` R$ -   `.
 */
export const isAccountingZero = (typed: string): boolean =>
  /^\s*(?:R\$)?[\s\u00A0\u202F]*[-\u2012-\u2015\u2212]+[\s\u00A0\u202F]*$/i.test(typed);

/** `1.500`, which is a thousand and a half in one country and one and a half in another. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;
/** Only where the point stands before decimals: `0.500`, `12.5`, `1,234.56`. */
const POINT = /^(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,})|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/;
/** Only where the comma does: `12,5`, `0,500`, `1.234,56`, `1.234.567`. */
const COMMA =
  /^(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/;

const bare = (typed: string): string =>
  typedNumber(typed)
    .replaceAll(/[\s\u00A0\u202F]/g, '')
    .replace(/^R\$/i, '');

/** A column of numbers as it was typed, with decimals behind a comma where it proves a point. */
export interface NumberColumn {
  readonly cells: readonly string[];
  /** The column proves that its points stand before decimals, and the cells were rewritten. */
  readonly hasPoint: boolean;
  /** The cells that may mean a thousand times as much, and nothing in the column says which. */
  readonly unclear: readonly string[];
}

/**
 * Reads how the numbers of one column are written: one `0.500` shows that `21.489` beside it is less
 * than twenty-two. A column that proves both signs, or none, stays as it is.
 */
export function numberColumn(cells: readonly string[]): NumberColumn {
  const numbers = cells.map(bare);
  const [point, comma] = [POINT, COMMA].map((sign) => numbers.some((one) => sign.test(one)));
  const hasPoint = point === true && comma === false;
  return {
    cells: hasPoint ? cells.map((cell, index) => withComma(numbers[index] ?? '', cell)) : cells,
    hasPoint,
    unclear:
      hasPoint || comma === true ? [] : cells.filter((_, at) => AMBIGUOUS.test(numbers[at] ?? '')),
  };
}

const withComma = (number: string, cell: string): string =>
  /^\d+(?:,\d{3})*(?:\.\d+)?$/.test(number) ? number.replaceAll(',', '').replace('.', ',') : cell;
