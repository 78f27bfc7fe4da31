import { readNumber, readSort, readText, readWord, writeSort, type Sort } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';

/** Rows on a page of the back office. */
const PER_PAGE = 25;

type Part = Readonly<Record<string, unknown>>;

/** What a list of the back office keeps in the address. */
export interface ListState<Field extends string> {
  readonly search: Part;
  readonly text: string;
  readonly sort: Sort<Field>;
  /** Page, size, sort and search as the service takes them. */
  readonly query: { readonly page: number; readonly per_page: number; readonly sort: Field | `-${Field}`; readonly q?: string };
  /** Changes part of the address; the list begins anew. */
  readonly filter: (part: Part) => void;
  readonly go: (page: number) => void;
}

/** Reads a list's state from the address; `fields` are what the service sorts by. */
export function useListState<const Fields extends readonly string[]>(fields: Fields, otherwise: Sort<Fields[number]>): ListState<Fields[number]> {
  const [search, change] = useAddress();
  const sort = readSort(search['ordem'], fields, otherwise);
  const text = readText(search['busca']);
  return {
    search, text, sort,
    query: { page: readNumber(search['pagina'], 1), per_page: PER_PAGE, sort: writeSort(sort), ...(text === '' ? {} : { q: text }) },
    filter: (part) => change({ ...part, pagina: undefined }),
    go: (page) => change({ pagina: page === 1 ? undefined : page }),
  };
}

/** One of the service's words from the address, or nothing. */
export function readChoice<const Words extends readonly string[]>(value: unknown, words: Words): Words[number] | undefined {
  return readWord<readonly string[]>(value, words, '') || undefined;
}

/** A calendar day from the address, or nothing. */
export function readDay(value: unknown): string | undefined {
  const day = readText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined;
}

/** An id from the address, or nothing. */
export const readId = (value: unknown): number | undefined => readNumber(value, 0) || undefined;

/** The fields that say something; the others are left out, as the service wants it. */
export function given<Values extends Part>(values: Values): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }; // names and values stay as they were
}
