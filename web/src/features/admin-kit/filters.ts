import { readDay, readNumber, readText, readWord } from '../../lists/url-state.ts';
import { formatDate } from '../../text/dates.ts';
import type { PickSource } from './pick-source.ts';

/** A word of the address that narrows a list, and how people see it. `Value` is what the service takes. */
export interface Filter<Value = unknown> {
  /** Its name in the address. */
  readonly word: string;
  readonly label: string;
  readonly kind: 'choice' | 'day' | 'text' | 'check' | 'pick' | 'link';
  readonly read: (found: unknown) => Value | undefined;
  /** A choice's words and how they are called. */
  readonly options: readonly (readonly [word: string, label: string])[];
  /** What a choice is called that leaves nothing out. */
  readonly all: string;
  /** A choice on a line of its own, as tabs above the list. */
  readonly tabs: boolean;
  /** Where records are found by what was typed. */
  readonly from?: PickSource;
  /** Asked for only while another word of the address says something, or this. */
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

/** One of the service's words. */
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

/** One of a few records, all of them known. */
export const oneOf = (
  word: string,
  label: string,
  records: readonly { readonly id: number; readonly name: string }[],
): Filter<number> => ({
  ...base<number>('choice', word, label, (found) => readNumber(found, 0) || undefined),
  options: records.map(({ id: one, name }) => [String(one), name]),
});

/** True or false, or either. */
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

/** Something that is left out unless it is asked for. */
export const check = (word: string, label: string): Filter<true> =>
  base('check', word, label, (found) => (readText(found) === '1' ? true : undefined));

export const day = (word: string, label: string): Filter<string> =>
  base('day', word, label, readDay);
export const text = (word: string, label: string): Filter<string> =>
  base('text', word, label, (found) => readText(found) || undefined);
export const id = (word: string, label: string, more?: More): Filter<number> =>
  base('text', word, label, (found) => readNumber(found, 0) || undefined, more);

/** One record that a link named; it has no field, only its chip. */
export const link = (word: string, label: string, from?: PickSource): Filter<number> => ({
  ...base<number>('link', word, label, (found) => readNumber(found, 0) || undefined),
  ...(from === undefined ? {} : { from }),
});

/** One record, found by typing. */
export const pick = (word: string, label: string, from: PickSource): Filter<number> => ({
  ...base<number>('pick', word, label, (found) => readNumber(found, 0) || undefined),
  from,
});

export type Filters = Readonly<Record<string, Filter>>;
type Search = Readonly<Record<string, unknown>>;
/** What the filters say, by the service's names. */
export type Wanted<F extends Filters> = {
  readonly [Name in keyof F]?: F[Name] extends Filter<infer Value> ? Value : never;
};

export const isAsked = ({ needs }: Filter, search: Search): boolean =>
  needs === undefined ||
  (needs.is === undefined ? readText(search[needs.word]) !== '' : search[needs.word] === needs.is);

/** The service's query out of an address; what says nothing is left out. */
export function readFilters<F extends Filters>(filters: F, search: Search): Wanted<F> {
  const found = Object.entries(filters).map(
    ([name, filter]) =>
      [name, isAsked(filter, search) ? filter.read(search[filter.word]) : undefined] as const,
  );
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Wanted<F>; // each read by its own filter
}

/** `Situação: Publicada`; something that is only on or off is its own label. */
export function tell(
  { kind, label, options }: Pick<Filter, 'kind' | 'label' | 'options'>,
  value: string,
): string {
  if (kind === 'check') return label;
  if (kind === 'day') return `${label} ${formatDate(value)}`;
  return `${label}: ${kind === 'link' ? `nº ${value}` : (options.find(([word]) => word === value)?.[1] ?? value)}`;
}
