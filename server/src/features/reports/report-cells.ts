import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import { freightLabels, type FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import { formatPhone } from '@lavra/domain/phone';
import { formatPostalCode } from '@lavra/domain/postal-code';
import type { SheetCell } from '../../platform/spreadsheet/sheet-cell.ts';

// Formats values as cells that the Portuguese Excel shows unchanged. Excel takes a cell of digits
// only for a number and drops its leading zeros: documents, postal codes and phone numbers
// therefore keep their usual punctuation, which makes them text.

type Maybe<T> = T | null;
const orBlank =
  <T, C extends SheetCell>(show: (value: T) => C) =>
  (value: Maybe<T>): C | '' =>
    value === null ? '' : show(value);

/** Text that users wrote; the writer of each format keeps it from running as a formula. */
export const textCell = orBlank((value: string) => value);
export const integerCell = orBlank((value: number) => ({ decimal: String(value) }));
/** Exact decimal text: `12.5`. */
export const decimalCell = orBlank((value: string) => ({ decimal: value }));
/** Money, exact to the cent: `1234,50`. */
export const amountCell = orBlank((value: string) => ({ decimal: value, least: 2 }));
export const dateCell = orBlank((value: string) => ({ time: value.slice(0, 10) }));
/**
 * An instant, as PostgreSQL writes it in the platform's zone, to the minute: `20/11/2026 14:05`.
 */
export const instantCell = orBlank((value: string) => ({ time: `${value.slice(0, 16)}:00` }));
export const yesNoCell = (value: boolean): string => (value ? 'Sim' : 'Não');
/** Who pays for the freight; blank where the proposal says nothing. */
export const freightCell = (row: {
  readonly freight_amount: Maybe<string>;
  readonly freight_kind: Maybe<FreightKindWithoutAmount>;
}): string => {
  const kind = row.freight_amount === null ? row.freight_kind : 'amount';
  return kind === null ? '' : freightLabels[kind];
};
export const phoneCell = orBlank(formatPhone);
export const postalCodeCell = orBlank(formatPostalCode);
export const documentCell = (type: Maybe<DocumentType>, number: Maybe<string>): string =>
  type === null || number === null ? '' : formatDocument(type, number);
