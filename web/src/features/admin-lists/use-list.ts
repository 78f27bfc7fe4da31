import { useAddress } from '../../lists/use-address.ts';
import { readNumber, readSort, readText, readWord, writeSort, type Sort } from '../../lists/url-state.ts';

type Words = Readonly<Record<string, readonly [string, ...string[]]>>;

interface ListOptions<Fields extends readonly string[], W extends Words> {
  /** The service's fields to sort by, and how the list stands at first. */
  readonly sorts: Fields;
  readonly first: Sort<Fields[number]>;
  /** Filters by their name in the address, each with its words; the first one leaves nothing out. */
  readonly words?: W;
}

/** Where a list of the administration stands, as the address says it. */
export interface ListState<Field extends string, W extends Words> {
  readonly text: string;
  readonly page: number;
  readonly sort: Sort<Field>;
  readonly words: { readonly [Name in keyof W]: W[Name][number] };
  readonly search: Readonly<Record<string, unknown>>;
  readonly filtered: boolean;
  /** Another filter: the list begins again. */
  readonly filter: (part: Readonly<Record<string, unknown>>) => void;
  readonly turn: (page: number) => void;
  readonly order: (sort: Sort) => void;
  readonly clear: () => void;
  /** The page, size and order as the service takes them. */
  readonly paging: { readonly page: number; readonly per_page: 25; readonly sort: Field | `-${Field}` };
}

/** A list's state out of the address, 25 rows a page. */
export function useList<const Fields extends readonly string[], const W extends Words>({ sorts, first, words = {} as W }: ListOptions<Fields, W>): ListState<Fields[number], W> {
  const [search, change] = useAddress();
  const text = readText(search['busca']);
  const page = readNumber(search['pagina'], 1);
  const sort = readSort(search['ordem'], sorts, first);
  const found = Object.fromEntries(Object.entries(words).map(([name, of]) => [name, readWord(search[name], of, of[0])])) as ListState<Fields[number], W>['words']; // each by its own words
  const filter = (part: Readonly<Record<string, unknown>>): void => change({ ...part, pagina: undefined });
  return {
    text, page, sort, words: found, search, filter,
    filtered: text !== '' || Object.entries(words).some(([name, of]) => found[name] !== of[0]),
    turn: (pagina) => change({ pagina }),
    order: (next) => change({ ordem: writeSort(next), pagina: undefined }),
    clear: () => filter({ busca: undefined, ...Object.fromEntries(Object.keys(words).map((name) => [name, undefined])) }),
    paging: { page, per_page: 25, sort: writeSort(sort) },
  };
}

/** A word as the address keeps it: the first one is not written. */
export const kept = <Word extends string>(word: Word, otherwise: Word): Word | undefined => (word === otherwise ? undefined : word);
