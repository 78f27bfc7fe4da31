import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import {
  AMOUNT_SCALE,
  MAX_AMOUNT,
  itemTotal,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import {
  freightOf,
  landedTotal,
  type Freight,
  type LandedTotal,
} from '@lavra/domain/proposal/freight';
import { isUnwanted } from '@lavra/domain/proposal/competing';
import { lacksPrice } from '@lavra/domain/proposal/proposal-rules';
import { decimalToNumber, type ParsedDecimal } from '@lavra/domain/money/decimal';
import { formatMoney, parseDecimal } from '../../text/decimal.ts';
import type { Draft, DraftRow, DraftTerms } from './draft.ts';

// Exact to the cent: typed text becomes scaled integers, never a floating-point number.

const unitsOf = (typed: string, parse: (digits: string) => ParsedDecimal): bigint | undefined => {
  const digits = parseDecimal(typed);
  const parsed = digits === undefined ? undefined : parse(digits);
  return parsed?.ok === true ? parsed.units : undefined;
};

/**
 * Rows are never changed in place, so each row's total is cached: a key press recalculates one row
 * of a thousand.
 */
const known = new WeakMap<DraftRow, { readonly total: bigint | undefined }>();

/** Returns a row's total in cents; undefined while it has no valid price. */
export function rowTotal(row: DraftRow): bigint | undefined {
  const found = known.get(row) ?? { total: reckon(row) };
  known.set(row, found);
  return found.total;
}

const knownPrices = new WeakMap<DraftRow, { readonly price: bigint | undefined }>();

/** Returns a row's unit price in ten-thousandths; undefined while it has no valid one. */
export function priceOf(row: DraftRow): bigint | undefined {
  const found = knownPrices.get(row) ?? {
    price: row.answer === 'none' ? undefined : unitsOf(row.price, parseUnitPrice),
  };
  knownPrices.set(row, found);
  return found.price;
}

function reckon(row: DraftRow): bigint | undefined {
  const unitPrice = priceOf(row);
  const { quantity } = row;
  const amount = unitsOf(quantity, parseQuantity);
  return unitPrice === undefined || unitPrice === 0n || amount === undefined
    ? undefined
    : itemTotal(unitPrice, amount);
}

export interface DraftTotals {
  readonly items: bigint;
  readonly landed: LandedTotal;
  readonly answered: number;
  readonly priced: number;
  readonly count: number;
}

/** Returns the proposal's totals in cents, and how many of its rows answer their item. */
export function totalsOf({ rows, terms }: Draft): DraftTotals {
  const totals = rows.map(rowTotal);
  const items = totals.reduce<bigint>((sum, total) => sum + (total ?? 0n), 0n);
  return {
    items,
    landed: landedTotal(items, freightIn(terms)),
    count: rows.length,
    priced: totals.filter((total) => total !== undefined).length,
    answered: rows.filter((row, index) => isAnswered(row, totals[index])).length,
  };
}

function freightIn({ freightKind, freight }: DraftTerms): Freight {
  return freightKind === 'amount'
    ? freightOf(null, unitsOf(freight, parseAmount) ?? null)
    : freightOf(freightKind === '' ? null : freightKind, null);
}

/** Formats cents as reais: `R$ 1.234,56`. */
export const moneyOf = (cents: bigint): string => formatMoney(decimalToNumber(cents, AMOUNT_SCALE));

const isAnswered = (row: DraftRow, total: bigint | undefined): boolean =>
  row.answer === 'none'
    ? row.reason !== 'other' || row.justification.trim() !== ''
    : total !== undefined;

/** Returns true when a row answers its item. */
export const answersItem = (row: DraftRow): boolean => isAnswered(row, rowTotal(row));

export type Cell = 'price' | 'quantity';

/** Returns why a cell is invalid; an empty price is not an error. */
export function cellProblem(row: DraftRow, cell: Cell): string | undefined {
  if (row.answer === 'none') return undefined;
  if (cell === 'price')
    return row.price.trim() === ''
      ? undefined
      : (problemOf(row.price, parseUnitPrice, 4) ?? tooLarge(row));
  return row.quantity.trim() === ''
    ? 'Informe a quantidade.'
    : problemOf(row.quantity, parseQuantity, 3);
}

const tooLarge = (row: DraftRow): string | undefined =>
  (rowTotal(row) ?? 0n) > MAX_AMOUNT ? 'O total do item passa do limite.' : undefined;

function problemOf(
  typed: string,
  parse: (digits: string) => ParsedDecimal,
  decimals: number,
): string | undefined {
  const digits = parseDecimal(typed);
  if (digits === undefined) return 'Escreva um número, como 1.234,56.';
  const parsed = parse(digits);
  if (parsed.ok) return undefined;
  if (parsed.reason === 'too_precise') return 'Use até 15 algarismos.';
  return parsed.reason === 'too_many_decimals'
    ? `Use até ${decimals} casas decimais.`
    : 'Este número é grande demais.';
}

/** Returns why an amount is invalid; an empty one is not an error. */
const amountProblem = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : problemOf(typed, parseAmount, 2);

/** Returns the errors of the terms, by field. */
export function termProblems({
  freightKind,
  freight,
  deliveryDays,
  allowsPartial,
  minimum,
}: DraftTerms): {
  readonly freight?: string;
  readonly minimum?: string;
  readonly deliveryDays?: string;
} {
  const freightProblem = freightKind === 'amount' ? amountProblem(freight) : undefined;
  const minimumProblem = allowsPartial ? amountProblem(minimum) : undefined;
  return {
    ...(freightProblem === undefined ? {} : { freight: freightProblem }),
    ...(minimumProblem === undefined ? {} : { minimum: minimumProblem }),
    ...(/^\s*\d{0,4}\s*$/.test(deliveryDays) && Number(deliveryDays) <= 3650
      ? {}
      : { deliveryDays: 'Informe um número de dias, até 3650.' }),
  };
}

/** Returns how many fields must be corrected before the draft can be sent to the service. */
export const countProblems = ({ rows, terms }: Draft): number =>
  rows.reduce(
    (sum, row) =>
      sum +
      (cellProblem(row, 'price') === undefined ? 0 : 1) +
      (cellProblem(row, 'quantity') === undefined ? 0 : 1),
    Object.keys(termProblems(terms)).length,
  );

/** Whether a row offers a similar product without naming it. */
const isNameless = (row: DraftRow): boolean =>
  row.answer === 'similar' && row.similarName.trim() === '';

/**
 * Returns the items that prevent submission: without an answer, without a price in a closed order,
 * with a similar product where none is taken, or with one that has no name.
 */
export function openItems(
  order: Pick<SupplierOrder, 'closure_type' | 'items'>,
  { rows }: Draft,
): readonly { readonly itemId: number; readonly name: string; readonly problem: string }[] {
  return order.items.flatMap((asked) => {
    const { id, product } = asked;
    const row = rows.find(({ itemId }) => itemId === id);
    if (row === undefined) return [];
    const offer = { product_id: asked.product_id, offers_similar: row.answer === 'similar' };
    const isPriced = rowTotal(row) !== undefined; // with a quantity, too
    if (isPriced && isUnwanted(offer, asked))
      return [{ itemId: id, name: product.name, problem: 'o produtor não aceita similar' }];
    if (lacksPrice(order.closure_type, isPriced ? { unitPrice: priceOf(row) ?? null } : undefined))
      return [{ itemId: id, name: product.name, problem: 'falta o preço' }];
    if (isPriced && isNameless(row))
      return [{ itemId: id, name: product.name, problem: 'falta o nome do similar' }];
    if (answersItem(row)) return [];
    return [
      {
        itemId: id,
        name: product.name,
        problem:
          row.answer === 'none'
            ? 'falta contar o motivo'
            : /[1-9]/.test(row.price)
              ? 'confira o preço e a quantidade'
              : 'falta o preço ou uma justificativa',
      },
    ];
  });
}
