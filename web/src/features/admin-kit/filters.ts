import { readDay, readNumber, readText, readWord } from '../../lists/url-state.ts';
import { formatDate } from '../../text/dates.ts';
import type { PickSource } from './pick-source.ts';

/**
 * A parameter of the address that filters a list, and its labels. `Value` is what the service
 * accepts.
 */
export interface Filter<Value = unknown> {
  /** Its name in the address. */
  readonly word: string;
  readonly label: string;
  readonly kind: 'choice' | 'day' | 'text' | 'check' | 'pick' | 'link';
  readonly read: (found: unknown) => Value | undefined;
  /** The words of a choice with their labels. */
  readonly options: readonly (readonly [word: string, label: string])[];
  /** The label of the choice that filters nothing. */
  readonly all: string;
  /** Shows the choice as tabs above the list. */
  readonly tabs: boolean;
  /** Where records are searched by typed text. */
  readonly from?: PickSource;
  /** Sent only while another parameter of the address has a value, or this value. */
  readonly needs?: { readonly word: string; readonly is?: string };
}

type Options<Word extends string> = readonly (readonly [word: Word, label: string])[];
interface More {
  readonly all?: string;
  readonly tabs?: boolean;
  readonly needs?: Filter['needs'];
}

const base = <Value>(
  kind: Filter['kind'],
  word: string,
  label: string,
  read: Filter<Value>['read'],
  { all = 'Todos', tabs = false, needs }: More = {},
): Filter<Value> => ({
  kind,
  word,
  label,
  read,
  options: [],
  all,
  tabs,
  ...(needs === undefined ? {} : { needs }),
});

/** Returns a filter for one of the service's words. */
export const choice = <const Word extends string>(
  word: string,
  label: string,
  options: Options<Word>,
  more?: More,
): Filter<Word> => ({
  ...base(
    'choice',
    word,
    label,
    (found) => options.find(([known]) => known === readText(found))?.[0],
    more,
  ),
  options,
});

/** Returns a filter for one of a few records, all of them known. */
export const oneOf = (
  word: string,
  label: string,
  records: readonly { readonly id: number; readonly name: string }[],
): Filter<number> => ({
  ...base<number>('choice', word, label, (found) => readNumber(found, 0) || undefined),
  options: records.map(({ id: one, name }) => [String(one), name]),
});

/** Returns a filter for true, false, or either. */
export const yesOrNo = (
  word: string,
  label: string,
  [yes, no]: readonly [string, string],
  more?: More,
): Filter<boolean> => ({
  ...base(
    'choice',
    word,
    label,
    (found) => ({ sim: true, nao: false, '': undefined })[readWord(found, ['sim', 'nao', ''], '')],
    more,
  ),
  options: [
    ['sim', yes],
    ['nao', no],
  ],
});

/** Returns a filter that includes something hidden by default. */
export const check = (word: string, label: string): Filter<true> =>
  base('check', word, label, (found) => (readText(found) === '1' ? true : undefined));

export const day = (word: string, label: string): Filter<string> =>
  base('day', word, label, readDay);
export const text = (word: string, label: string): Filter<string> =>
  base('text', word, label, (found) => readText(found) || undefined);
export const id = (word: string, label: string, more?: More): Filter<number> =>
  base('text', word, label, (found) => readNumber(found, 0) || undefined, more);

/** Returns a filter for one record given by a link; it has no field, only a chip. */
export const link = (word: string, label: string, from?: PickSource): Filter<number> => ({
  ...base<number>('link', word, label, (found) => readNumber(found, 0) || undefined),
  ...(from === undefined ? {} : { from }),
});

/** Returns a filter for one record, found by typing. */
export const pick = (word: string, label: string, from: PickSource): Filter<number> => ({
  ...base<number>('pick', word, label, (found) => readNumber(found, 0) || undefined),
  from,
});

export type Filters = Readonly<Record<string, Filter>>;
type Search = Readonly<Record<string, unknown>>;
/** The values of the filters, by the service's names. */
export type Wanted<F extends Filters> = {
  readonly [Name in keyof F]?: F[Name] extends Filter<infer Value> ? Value : never;
};

export const isAsked = ({ needs }: Filter, search: Search): boolean =>
  needs === undefined ||
  (needs.is === undefined ? readText(search[needs.word]) !== '' : search[needs.word] === needs.is);

/** Reads the service's query from an address; absent values are left out. */
export function readFilters<F extends Filters>(filters: F, search: Search): Wanted<F> {
  const found = Object.entries(filters).map(
    ([name, filter]) =>
      [name, isAsked(filter, search) ? filter.read(search[filter.word]) : undefined] as const,
  );
  // each read by its own filter
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Wanted<F>;
}

/**
 * Describes a filter's value: `Situação: Publicada`; a checkbox is described by its label alone.
 */
export function describeFilter(
  { kind, label, options }: Pick<Filter, 'kind' | 'label' | 'options'>,
  value: string,
): string {
  if (kind === 'check') return label;
  if (kind === 'day') return `${label} ${formatDate(value)}`;
  return `${label}: ${kind === 'link' ? `nº ${value}` : (options.find(([word]) => word === value)?.[1] ?? value)}`;
}
