import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import { formatPhone } from '@lavra/domain/phone';
import { formatPostalCode } from '@lavra/domain/postal-code';
import { harmlessCell } from '../../platform/csv/csv-write.ts';
import { typedDecimal } from '../../platform/csv/decimal-pt-br.ts';
import { formatDate } from '../../platform/text/format-pt-br.ts';

// Formats values as cells that the Portuguese Excel shows unchanged. Excel takes a cell of digits
// only for a number and drops its leading zeros: documents, postal codes and phone numbers
// therefore keep their usual punctuation, which makes them text.

type Maybe<T> = T | null;
const orBlank =
  <T>(show: (value: T) => string) =>
  (value: Maybe<T>): string =>
    value === null ? '' : show(value);

/** Text that users wrote, escaped so that no formula in it runs. */
export const textCell = orBlank(harmlessCell);
export const integerCell = orBlank<number>(String);
/** Exact decimal text: `12,5`. */
export const decimalCell = orBlank<string>((value) => typedDecimal(value));
/** Money, exact to the cent: `1234,50`. */
export const amountCell = orBlank<string>((value) => typedDecimal(value, 2));
export const dateCell = orBlank(formatDate);
/**
 * An instant, as PostgreSQL writes it in the platform's zone, to the minute: `20/11/2026 14:05`.
 */
export const instantCell = orBlank<string>(
  (value) => `${formatDate(value)} ${value.slice(11, 16)}`,
);
export const yesNoCell = (value: boolean): string => (value ? 'Sim' : 'Não');
export const phoneCell = orBlank<string>((value) => harmlessCell(formatPhone(value)));
export const postalCodeCell = orBlank<string>((value) => harmlessCell(formatPostalCode(value)));
export const documentCell = (type: Maybe<DocumentType>, number: Maybe<string>): string =>
  type === null || number === null ? '' : formatDocument(type, number);
