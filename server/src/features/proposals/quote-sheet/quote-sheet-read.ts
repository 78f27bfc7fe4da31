import type { ProposalItemInput } from '@lavra/contract/proposals/schemas';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import {
  justificationLabels,
  justificationTypes,
  type JustificationType,
} from '@lavra/domain/proposal/justification';
import { isUnwanted } from '@lavra/domain/proposal/competing';
import { hasPrice } from '@lavra/domain/proposal/proposal-rules';
import { blankToNull } from '@lavra/domain/text/blank';
import { isErrorCell, NOT_CALCULATED } from '@lavra/domain/text/error-cell';
import { fold } from '@lavra/domain/text/fold';
import { isAccountingZero } from '@lavra/domain/text/number-column';
import {
  AMOUNT_SCALE,
  QUANTITY_SCALE,
  UNIT_PRICE_SCALE,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import type { CsvRow, CsvTable } from '../../../platform/csv/csv-read.ts';
import { parsePtBrDecimal, typedDecimal } from '../../../platform/text/decimal-pt-br.ts';
import { InvalidFields, type FieldErrors } from '../../../platform/errors.ts';
import type { FieldCode } from '../../../platform/texts/field-texts.ts';
import {
  answerColumns,
  neededColumns,
  sheetHeadings,
  sheetKeys,
  type SheetColumn,
} from './quote-sheet-columns.ts';
import type { SheetItem } from './quote-sheet-store.ts';
import { sheetReasons } from './quote-sheet-write.ts';

/** An offer of the sheet and its row number. */
export interface SheetAnswer {
  readonly row: number;
  readonly item: ProposalItemInput;
}

interface SheetRows {
  readonly answers: readonly SheetAnswer[];
  /** The rows of an item that say nothing about it. */
  readonly blanks: readonly { readonly row: number; readonly itemId: number }[];
  /** The items that stand in several rows. */
  readonly repeated: ReadonlySet<number>;
}

/**
 * Parses the rows of a sheet into offers and adds problems under `rows.<row>.<column>`. Throws when a
 * required column is missing, or when the sheet is that of another order.
 */
export function readAnswers(
  table: CsvTable,
  items: readonly SheetItem[],
  fields: FieldErrors,
): SheetRows {
  for (const column of neededColumns) {
    if (!table.columns.includes(sheetKeys[column]))
      throw InvalidFields.of('file', 'csv_column_missing', { name: sheetHeadings[column] });
  }
  const byCode = new Map(items.map((item) => [String(item.code), item]));
  const rowOf = new Map<number, number>();
  const repeated = new Set<number>();
  const blanks: { row: number; itemId: number }[] = [];
  let unknownRows = 0;
  const answers = table.rows.flatMap((row): SheetAnswer[] => {
    const cells = sheetRow(row, fields);
    if (cells.isSummary) return [];
    if (cells.text('code') === '') return cells.refuse('code', 'sheet_code_missing');
    const item = byCode.get(cells.text('code').replace(/\.0+$|,0+$/, ''));
    if (item === undefined) {
      unknownRows += 1;
      return cells.refuse('code', 'sheet_unknown_code');
    }
    const first = rowOf.get(item.code);
    if (first !== undefined) {
      repeated.add(item.code);
      return cells.refuse('code', 'sheet_item_twice', { row: first });
    }
    rowOf.set(item.code, row.number);
    assertLocked(cells, item);
    if (cells.isAnswered) return [{ row: row.number, item: answerOf(cells, item) }];
    blanks.push({ row: row.number, itemId: item.code });
    return [];
  });
  if (rowOf.size === 0 && unknownRows > 1) throw InvalidFields.of('file', 'sheet_of_another_order');
  return { answers, blanks, repeated };
}

function answerOf(cells: SheetRow, item: SheetItem): ProposalItemInput {
  cells.refuseErrorCells();
  const { product_id, offered_product_id } = item;
  const drafted = { product_id: offered_product_id ?? product_id, offers_similar: false };
  const unit_price = cells.decimal('unit_price');
  const offers_similar = cells.yesNo('offers_similar');
  if (hasPrice({ unitPrice: unit_price }) && isUnwanted({ product_id, offers_similar }, item))
    cells.refuse('offers_similar', 'similar_not_accepted');
  return {
    order_item_id: item.code,
    product_id: isUnwanted(drafted, item) ? product_id : drafted.product_id,
    unit_price,
    quantity: cells.decimal('quantity') ?? Number(item.requested_quantity),
    offers_similar,
    ...byItemText((name) => blankToNull(cells.text(name))),
    justification_type: cells.reason('justification_type'),
  };
}

/**
 * Checks that the supplier has not changed the requested item and quantity; a removed column is
 * ignored.
 */
function assertLocked(cells: SheetRow, item: SheetItem): void {
  if (cells.has('item') && Number(cells.text('item').replace(',', '.')) !== item.position)
    cells.refuse('item', 'sheet_locked', { value: String(item.position) });
  if (!cells.has('requested_quantity')) return;
  const typed = parsePtBrDecimal(cells.text('requested_quantity'));
  // A spreadsheet with thousands separators writes 1.000: since the correct value is known here,
  // both readings are accepted.
  const meant = typed.ok
    ? [typed.decimal]
    : [cells.text('requested_quantity').replaceAll('.', ''), cells.text('requested_quantity')];
  if (!meant.some((quantity) => sameQuantity(quantity, item.requested_quantity))) {
    cells.refuse('requested_quantity', 'sheet_locked', {
      value: typedDecimal(item.requested_quantity),
    });
  }
}

function sameQuantity(one: string, other: string): boolean {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  return a.ok && b.ok && a.units === b.units;
}

const reasons = new Map(
  justificationTypes.flatMap((type): [string, JustificationType][] =>
    [type, sheetReasons[type], justificationLabels[type]].map((word) => [fold(word), type]),
  ),
);
const yes = new Set(['sim', 's', 'x', '1', 'verdadeiro', 'true', 'yes']);
const no = new Set(['', 'nao', 'n', '0', 'falso', 'false', 'no']);

const decimals = {
  unit_price: { parse: parseUnitPrice, scale: UNIT_PRICE_SCALE },
  quantity: { parse: parseQuantity, scale: QUANTITY_SCALE },
  partial_minimum: { parse: parseAmount, scale: AMOUNT_SCALE },
} as const;
const typingProblems = {
  too_precise: 'too_precise',
  not_a_number: 'type_number',
  negative: 'negative',
  ambiguous: 'decimal_ambiguous',
  too_many_decimals: 'too_many_decimals',
  too_large: 'too_large',
} as const;

/** Returns the number for the wire; rejects text that a JSON number does not represent exactly. */
function readDecimal(
  typed: string,
  { parse }: (typeof decimals)[keyof typeof decimals],
): { value: number | null; problem?: FieldCode } {
  const read = parsePtBrDecimal(typed);
  if (!read.ok) return { value: null, problem: typingProblems[read.reason] };
  const exact = parse(read.decimal);
  if (!exact.ok) return { value: null, problem: typingProblems[exact.reason] };
  const value = Number(read.decimal);
  const again = parse(value);
  return again.ok && again.units === exact.units
    ? { value }
    : { value: null, problem: 'too_large' };
}

/**
 * Longer than any valid word of a column. Folding is quadratic in the number of combining accents,
 * so longer text is cut.
 */
const LONGEST_WORD = 100;

/** What names the item of a row; a row of sums has none of them. */
const summaryNames = ['item', 'code', 'product'] as const satisfies readonly SheetColumn[];
const SUM = /^(?:sub ?)?total(?: geral)?:?$/;

const SHOWN = 60;

/** Returns the product and what a cell holds, as far as they are written: `Ureia, “12x”: `. */
const writtenThere = (value: string, product: string): string => {
  const parts = [
    ...(product === '' ? [] : [product.slice(0, SHOWN)]),
    ...(value === '' ? [] : [`“${value.slice(0, SHOWN)}”`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
};

/** Returns a cell as words are compared. */
const wordOf = (cell: string): string => fold(cell.slice(0, LONGEST_WORD));

/** A row of the file by the sheet's columns; an unreadable cell adds a problem and counts as empty. */
export type SheetRow = ReturnType<typeof sheetRow>;

export function sheetRow({ number, cells }: CsvRow, fields: FieldErrors) {
  const errorCells = new Set<SheetColumn>(
    answerColumns.filter((column) => isErrorCell(cells.get(sheetKeys[column]) ?? '')),
  );
  const text = (column: SheetColumn): string => {
    const cell = cells.get(sheetKeys[column]) ?? '';
    const isBlank = (column in decimals && isAccountingZero(cell)) || errorCells.has(column);
    return isBlank ? '' : cell;
  };
  const isAnswered = errorCells.size > 0 || answerColumns.some((column) => text(column) !== '');
  const refuse = (
    column: SheetColumn,
    code: FieldCode,
    details: Readonly<Record<string, string | number>> = {},
  ): never[] => {
    const where = writtenThere(text(column), text('product'));
    fields.add(`rows.${number}.${column}`, code, details, where);
    return [];
  };
  return {
    number,
    text,
    refuse,
    has: (column: SheetColumn): boolean => cells.has(sheetKeys[column]),
    isAnswered,
    refuseErrorCells: (): void => {
      for (const column of errorCells) {
        const value = cells.get(sheetKeys[column]) ?? '';
        refuse(column, value === NOT_CALCULATED ? 'sheet_not_calculated' : 'sheet_error_cell', {
          value,
        });
      }
    },
    /** Names no item, and holds a sum or nothing that would be an offer. */
    isSummary:
      summaryNames.every((column) => text(column) === '') &&
      (!isAnswered || [...cells.values()].some((cell) => SUM.test(wordOf(cell)))),
    /** Returns null for a blank cell. */
    decimal: (column: keyof typeof decimals): number | null => {
      if (text(column) === '') return null;
      const read = readDecimal(text(column), decimals[column]);
      if (read.problem !== undefined)
        refuse(column, read.problem, { limit: decimals[column].scale });
      return read.value;
    },
    yesNo: (column: 'offers_similar' | 'allows_partial' | 'freight_rule'): boolean => {
      const word = wordOf(text(column));
      if (!yes.has(word) && !no.has(word)) refuse(column, 'yes_no');
      return yes.has(word);
    },
    reason: (column: 'justification_type'): JustificationType | null => {
      const word = wordOf(text(column)).replaceAll(/\s+/g, ' ');
      const found = reasons.get(word);
      if (word !== '' && found === undefined) refuse(column, 'justification_type');
      return found ?? null;
    },
  };
}
