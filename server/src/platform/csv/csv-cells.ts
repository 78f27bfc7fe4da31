import { isDate } from '@lavra/domain/calendar/calendar';
import {
  documentTypeOf,
  documentTypes,
  parseDocument,
  type DocumentType,
} from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import { formatDecimal, type ParsedDecimal } from '@lavra/domain/money/decimal';
import { parsePostalCode } from '@lavra/domain/postal-code';
import { blankToNull } from '@lavra/domain/text/blank';
import { isErrorCell, NOT_CALCULATED } from '@lavra/domain/text/error-cell';
import { fold } from '@lavra/domain/text/fold';
import { isAccountingZero } from '@lavra/domain/text/number-column';
import { FieldErrors, InvalidFields } from '../errors.ts';
import type { FieldCode } from '../texts/field-texts.ts';
import { parsePtBrDecimal } from '../text/decimal-pt-br.ts';
import type { CsvColumns, CsvRow } from './csv-file.ts';

const yes = new Set(['sim', 's', 'x', '1', 'ativo', 'verdadeiro', 'true', 'yes']);
const no = new Set(['nao', 'n', '0', 'inativo', 'falso', 'false', 'no']);
const typingProblems = {
  too_precise: 'too_precise',
  not_a_number: 'csv_decimal',
  negative: 'negative',
  ambiguous: 'decimal_ambiguous',
  too_many_decimals: 'too_many_decimals',
  too_large: 'too_large',
} as const;
const SCIENTIFIC = /^\d([.,]\d+)?E\+?\d+$/i;

type Details = Readonly<Record<string, string | number>>;

/** Returns the words that a column accepts, folded, and the value each stands for. */
export const wordsOf = <V extends string>(
  labels: Readonly<Record<V, string>>,
  synonyms: Readonly<Record<string, NoInfer<V>>> = {},
): ReadonlyMap<string, V> =>
  new Map([
    ...(Object.entries(labels) as [V, string][]).flatMap(
      ([value, label]) =>
        [
          [wordKey(value), value],
          [wordKey(label), value],
        ] as const,
    ), // its own keys
    ...Object.entries(synonyms).map(([word, value]) => [wordKey(word), value] as const),
  ]);
const wordKey = (word: string): string =>
  fold(word)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/**
 * Reads a row's cells as typed values. Problems are collected by column; an invalid cell reads as
 * null or empty.
 */
export class CsvCells<C extends CsvColumns> {
  readonly row: number;
  readonly problems = new FieldErrors();
  readonly warnings: string[] = [];
  readonly #columns: C;
  readonly #cells: CsvRow['cells'];

  constructor({ row, cells }: CsvRow, columns: C) {
    this.row = row;
    this.#columns = columns;
    this.#cells = cells;
    for (const [column, cell] of Object.entries(cells)) {
      const max = columns[column]?.max;
      if (max !== undefined && cell.length > max) this.#add(column, 'max_length', { limit: max });
      if (isErrorCell(cell)) {
        const code = cell === NOT_CALCULATED ? 'sheet_not_calculated' : 'sheet_error_cell';
        this.#add(column, code, { value: cell });
      }
    }
  }

  #add(column: string, code: FieldCode, details?: Details): void {
    this.problems.add(column, code, details);
  }

  refuse(column: keyof C & string, code: FieldCode, details: Details = {}): null {
    this.#add(column, code, details);
    return null;
  }

  warn(column: keyof C & string, sentence: string): void {
    this.warnings.push(`${this.#columns[column]?.heading ?? column}: ${sentence}`);
  }

  has(column: keyof C & string): boolean {
    return this.#cells[column] !== undefined;
  }

  /** Returns the text as typed, with its line breaks; null when blank. */
  text(column: keyof C & string): string | null {
    return blankToNull(this.#cells[column] ?? null);
  }

  /** Returns the text on one line. */
  line(column: keyof C & string): string | null {
    return this.text(column)?.replaceAll(/\s+/g, ' ') ?? null;
  }

  /**
   * Reads a required cell. A missing one is reported and returned as an empty text, which callers
   * must not use.
   */
  needed(column: keyof C & string): string {
    const line = this.line(column);
    if (line === null) this.#add(column, 'required');
    return line ?? '';
  }

  /** Splits several values in one cell at `|`, or at `,` and `;` where there is none. */
  list(column: keyof C & string): string[] {
    const line = this.line(column) ?? '';
    return line
      .split(line.includes('|') ? '|' : /[,;]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** Reads a decimal as exact text with that scale. */
  decimal(
    column: keyof C & string,
    parse: (value: string) => ParsedDecimal,
    scale: number,
  ): string | null {
    const line = this.line(column);
    if (line === null || isAccountingZero(line)) return null;
    const typed = parsePtBrDecimal(line);
    if (!typed.ok) return this.refuse(column, typingProblems[typed.reason]);
    const exact = parse(typed.decimal);
    return exact.ok
      ? formatDecimal(exact.units, scale)
      : this.refuse(column, typingProblems[exact.reason], { limit: scale });
  }

  /** Reads a coordinate in degrees, `-12,5425`. */
  degrees(column: keyof C & string, limit: number): number | null {
    const line = this.line(column);
    if (line === null) return null;
    const value = /^-?\d{1,3}([.,]\d{1,12})?$/.test(line)
      ? Number(line.replace(',', '.'))
      : Number.NaN;
    if (Number.isNaN(value)) return this.refuse(column, 'csv_decimal');
    if (Math.abs(value) > limit)
      return this.refuse(column, value < 0 ? 'min' : 'max', { limit: value < 0 ? -limit : limit });
    return value;
  }

  /** Reads a whole number up to `max`. */
  integer(column: keyof C & string, max: number): number | null {
    const line = this.line(column);
    if (line === null) return null;
    if (/^\d{1,3}([.,]\d{3})+$/.test(line)) return this.refuse(column, 'integer_ambiguous');
    if (!/^\d{1,15}([.,]0+)?$/.test(line)) return this.refuse(column, 'type_integer');
    const value = Number.parseInt(line, 10);
    return value > max ? this.refuse(column, 'max', { limit: max }) : value;
  }

  /**
   * Reads `31/12/2026` or `2026-12-31`, with or without an hour, and returns the day as ISO text.
   */
  date(column: keyof C & string): string | null {
    const line = this.line(column);
    if (line === null) return null;
    const [day = ''] = line.split(/[ T]/);
    const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(day);
    const iso =
      local === null
        ? day
        : `${local[3]}-${local[2]?.padStart(2, '0')}-${local[1]?.padStart(2, '0')}`;
    const isTime = /^[^ T]+([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$/.test(line);
    return isTime && isDate(iso) ? iso : this.refuse(column, 'sheet_date');
  }

  /** Reads yes or no; null when the cell holds neither. */
  yesNo(column: keyof C & string, blank: boolean): boolean | null {
    const line = this.line(column);
    if (line === null) return blank;
    const word = fold(line);
    return yes.has(word) ? true : no.has(word) ? false : this.refuse(column, 'yes_no');
  }

  /**
   * Reads one of a closed list of words, in Portuguese or English. `shown` lists the words for the
   * error message.
   */
  word<V extends string>(
    column: keyof C & string,
    words: ReadonlyMap<string, V>,
    shown: readonly string[],
  ): V | null {
    const line = this.line(column);
    if (line === null) return null;
    return words.get(wordKey(line)) ?? this.refuse(column, 'one_of', { values: shown.join(', ') });
  }

  /**
   * Reads a CPF or CNPJ without mask. The damage that spreadsheets do to long numbers is reported
   * as such.
   */
  document(
    column: keyof C & string,
    types: readonly DocumentType[] = documentTypes,
  ): { readonly type: DocumentType; readonly number: string } | null {
    const line = this.line(column);
    if (line === null) return null;
    const digits = stripDocumentMask(line);
    const type = documentTypeOf(digits);
    const parsed = type === null || !types.includes(type) ? undefined : parseDocument(type, digits);
    if (type !== null && parsed?.ok === true) return { type, number: parsed.document };
    // Checked after: `1E234567000113` is a CNPJ with a letter in its root.
    if (SCIENTIFIC.test(line)) return this.refuse(column, 'sheet_scientific', { value: line });
    if (type !== null && parsed !== undefined) return this.refuse(column, type);
    const whole = zerosLost(digits, types);
    return whole === undefined
      ? this.refuse(column, types.length === 1 ? (types[0] ?? 'cpf') : 'cpf_or_cnpj')
      : this.refuse(column, 'sheet_zeros', { value: whole });
  }

  /** Reads a CEP's eight digits. */
  postalCode(column: keyof C & string): string | null {
    const line = this.line(column);
    if (line === null) return null;
    if (/^[1-9]\d{6}$/.test(line))
      return this.refuse(column, 'sheet_zeros', { value: `0${line.slice(0, 4)}-${line.slice(4)}` });
    return parsePostalCode(line) ?? this.refuse(column, 'postal_code');
  }

  /** Returns the row by column: the typed text where no value was read. Secrets are left out. */
  data(
    read: Readonly<Record<string, string | number | boolean | null>>,
  ): Record<string, string | number | boolean | null> {
    const typed = Object.entries(this.#columns)
      .filter(([, { secret }]) => secret !== true)
      .map(([column]) => [column, this.text(column)] as const);
    return { ...Object.fromEntries(typed), ...read };
  }

  /**
   * Returns the problems as sentences, such as
   * `Subtipo: Este subtipo de produto não existe. Você quis dizer Herbicidas?`
   */
  sentences(): string[] {
    try {
      this.problems.throwIfAny();
      return [];
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      return Object.entries(error.errors).map(
        ([column, sentences]) =>
          `${this.#columns[column]?.heading ?? column}: ${sentences.join(' ')}`,
      );
    }
  }
}

/**
 * Returns the document that these digits were before a spreadsheet read them as a number and
 * dropped leading zeros: the check digits confirm it.
 */
function zerosLost(digits: string, types: readonly DocumentType[]): string | undefined {
  if (!/^\d{5,13}$/.test(digits) || parseDocument('cpf', digits).ok) return undefined;
  return types.flatMap((type) => {
    const parsed = parseDocument(type, digits.padStart(type === 'cpf' ? 11 : 14, '0'));
    return parsed.ok ? [parsed.document] : [];
  })[0];
}
