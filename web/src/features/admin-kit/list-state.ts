import { readNumber, readSort, readText, writeSort, type Sort } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { readFilters, type Filters, type Wanted } from './filters.ts';

/** Rows per page in the back office. */
const PER_PAGE = 25;

type Part = Readonly<Record<string, unknown>>;

interface ListOptions<Fields extends readonly string[], F extends Filters> {
  /** The service's fields to sort by, and the initial sort. */
  readonly sorts?: Fields;
  readonly first?: Sort<Fields[number]>;
  /** The filters, by the service's names. */
  readonly filters: F;
}

/** Page, size, sort and search as the service accepts them. */
interface Paging<Field extends string> {
  readonly page: number;
  readonly per_page: number;
  readonly sort?: Field | `-${Field}`;
  readonly q?: string;
}

/** The state of a list of the back office, as read from the address. */
export interface ListState<Query = unknown> {
  readonly search: Part;
  readonly text: string;
  readonly sort: Sort | undefined;
  readonly filters: Filters;
  readonly query: Query;
  /** True when a search or filter in the address is active. */
  readonly isNarrowed: boolean;
  /** Changes part of the address and returns to the first page. */
  readonly filter: (part: Part) => void;
  readonly order: (sort: Sort) => void;
  readonly go: (page: number) => void;
  readonly clear: () => void;
}

/** Reads a list's state from the address: Back works, and a link shows the same list. */
export function useList<
  const Fields extends readonly string[] = readonly [],
  const F extends Filters = Filters,
>({
  sorts,
  first,
  filters,
}: ListOptions<Fields, F>): ListState<Paging<Fields[number]> & Wanted<F>> {
  const [search, change] = useAddress();
  const text = readText(search['busca']);
  const wanted = readFilters(filters, search);
  const sort =
    sorts === undefined || first === undefined
      ? undefined
      : readSort(search['ordem'], sorts, first);
  const filter = (part: Part): void => change({ ...part, pagina: undefined });
  return {
    search,
    text,
    sort,
    filters,
    filter,
    isNarrowed: text !== '' || Object.keys(wanted).length > 0,
    query: {
      page: readNumber(search['pagina'], 1),
      per_page: PER_PAGE,
      ...(sort === undefined ? {} : { sort: writeSort(sort) }),
      ...(text === '' ? {} : { q: text }),
      ...wanted,
    },
    order: (next) => filter({ ordem: writeSort(next) }),
    go: (page) => change({ pagina: page === 1 ? undefined : page }),
    clear: () =>
      filter(
        Object.fromEntries(
          ['busca', ...Object.values(filters).map(({ word }) => word)].map((word) => [
            word,
            undefined,
          ]),
        ),
      ),
  };
}

/** Returns a word as written to the address: undefined for the default, which is omitted. */
export const unlessDefault = <Word extends string>(
  word: Word,
  otherwise: Word,
): Word | undefined => (word === otherwise ? undefined : word);
