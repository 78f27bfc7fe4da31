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
import { fold } from '@lavra/domain/text/fold';
import { FieldErrors, InvalidFields } from '../errors.ts';
import { fieldSentence, type FieldCode } from '../texts/field-texts.ts';
import { parsePtBrDecimal } from './decimal-pt-br.ts';
import type { SheetColumns, SheetRow } from './sheet.ts';

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
/** What a spreadsheet shows where a formula failed. */
const ERROR_CELL = /^#(N\/[AD]|REF!|VALOR!|VALUE!|DIV\/0!|NOME\?|NAME\?|N[UÚ]M!|NULL!|NULO!)$/i;

type Details = Readonly<Record<string, string | number>>;

/** The words a column takes, folded, and what each means. */
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

/** A row's cells, read as what they should be. What is wrong is gathered by column and stands in as nothing. */
export class SheetCells<C extends SheetColumns> {
  readonly row: number;
  readonly problems = new FieldErrors();
  readonly warnings: string[] = [];
  readonly #columns: C;
  readonly #cells: SheetRow['cells'];

  constructor({ row, cells }: SheetRow, columns: C) {
    this.row = row;
    this.#columns = columns;
    this.#cells = cells;
    for (const [column, cell] of Object.entries(cells)) {
      const max = columns[column]?.max;
      if (max !== undefined && cell.length > max) this.#add(column, 'max_length', { limit: max });
      if (ERROR_CELL.test(cell)) this.#add(column, 'sheet_error_cell', { value: cell });
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

  /** As typed, several lines kept; null when blank. */
  text(column: keyof C & string): string | null {
    return blankToNull(this.#cells[column] ?? null);
  }

  /** On one line. */
  line(column: keyof C & string): string | null {
    return this.text(column)?.replaceAll(/\s+/g, ' ') ?? null;
  }

  /** What is missing is told, and stands in as empty text that nobody may use. */
  needed(column: keyof C & string): string {
    const line = this.line(column);
    if (line === null) this.#add(column, 'required');
    return line ?? '';
  }

  /** Several values in one cell, parted by `|`, or by `,` where there is none. */
  list(column: keyof C & string): string[] {
    const line = this.line(column) ?? '';
    return line
      .split(line.includes('|') ? '|' : /[,;]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** Exact decimal text of that scale. */
  decimal(
    column: keyof C & string,
    parse: (value: string) => ParsedDecimal,
    scale: number,
  ): string | null {
    const line = this.line(column);
    if (line === null) return null;
    const typed = parsePtBrDecimal(line);
    if (!typed.ok) return this.refuse(column, typingProblems[typed.reason]);
    const exact = parse(typed.decimal);
    return exact.ok
      ? formatDecimal(exact.units, scale)
      : this.refuse(column, typingProblems[exact.reason], { limit: scale });
  }

  /** A coordinate in degrees, `-12,5425`. */
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

  /** A whole number up to `max`. */
  integer(column: keyof C & string, max: number): number | null {
    const line = this.line(column);
    if (line === null) return null;
    if (!/^\d{1,15}([.,]0+)?$/.test(line)) return this.refuse(column, 'type_integer');
    const value = Number.parseInt(line, 10);
    return value > max ? this.refuse(column, 'max', { limit: max }) : value;
  }

  /** `31/12/2026` or `2026-12-31`, with an hour or not: the day as ISO. */
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

  /** Null when it is neither. */
  yesNo(column: keyof C & string, blank: boolean): boolean | null {
    const line = this.line(column);
    if (line === null) return blank;
    const word = fold(line);
    return yes.has(word) ? true : no.has(word) ? false : this.refuse(column, 'yes_no');
  }

  /** One of a closed list of words, in Portuguese or English. `told` is what the sentence offers. */
  word<V extends string>(
    column: keyof C & string,
    words: ReadonlyMap<string, V>,
    told: readonly string[],
  ): V | null {
    const line = this.line(column);
    if (line === null) return null;
    return words.get(wordKey(line)) ?? this.refuse(column, 'one_of', { values: told.join(', ') });
  }

  /** A CPF or CNPJ without mask. What spreadsheets do to long numbers is named. */
  document(
    column: keyof C & string,
    types: readonly DocumentType[] = documentTypes,
  ): { readonly type: DocumentType; readonly number: string } | null {
    const line = this.line(column);
    if (line === null) return null;
    if (SCIENTIFIC.test(line)) return this.refuse(column, 'sheet_scientific', { value: line });
    const digits = stripDocumentMask(line);
    const type = documentTypeOf(digits);
    if (type !== null && types.includes(type)) {
      const parsed = parseDocument(type, digits);
      return parsed.ok ? { type, number: parsed.document } : this.refuse(column, type);
    }
    const whole = zerosLost(digits, types);
    return whole === undefined
      ? this.refuse(column, types.length === 1 ? (types[0] ?? 'cpf') : 'cpf_or_cnpj')
      : this.refuse(column, 'sheet_zeros', { value: whole });
  }

  /** A CEP's eight digits. */
  postalCode(column: keyof C & string): string | null {
    const line = this.line(column);
    if (line === null) return null;
    if (/^[1-9]\d{6}$/.test(line))
      return this.refuse(column, 'sheet_zeros', { value: `0${line.slice(0, 4)}-${line.slice(4)}` });
    return parsePostalCode(line) ?? this.refuse(column, 'postal_code');
  }

  /** What the row says, by column: as typed where nothing better is known. Secrets are left out. */
  data(
    read: Readonly<Record<string, string | number | boolean | null>>,
  ): Record<string, string | number | boolean | null> {
    const typed = Object.entries(this.#columns)
      .filter(([, { secret }]) => secret !== true)
      .map(([column]) => [column, this.text(column)] as const);
    return { ...Object.fromEntries(typed), ...read };
  }

  /** `Subtipo: Este subtipo de produto não existe. Você quis dizer Herbicidas?` */
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

/** The document that these digits were before a spreadsheet took them for a number: its check digits prove it. */
function zerosLost(digits: string, types: readonly DocumentType[]): string | undefined {
  if (!/^\d{5,13}$/.test(digits) || parseDocument('cpf', digits).ok) return undefined;
  return types.flatMap((type) => {
    const parsed = parseDocument(type, digits.padStart(type === 'cpf' ? 11 : 14, '0'));
    return parsed.ok ? [parsed.document] : [];
  })[0];
}

/** A column's problem as a sentence of its own. */
export const columnSentence = (
  columns: SheetColumns,
  column: string,
  code: FieldCode,
  details: Details = {},
): string => `${columns[column]?.heading ?? column}: ${fieldSentence(code, details)}`;
