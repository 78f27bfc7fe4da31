import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;
type Change = (part: Search, options?: { readonly replace?: boolean }) => void;

/**
 * Returns the query of the current address, and a function that changes part of it on the same page;
 * undefined removes a parameter. Words of a search replace those before them, so that one step back
 * undoes a search, not a letter; another page of a list begins at its top.
 */
export function useAddress(): readonly [search: Search, change: Change] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    search,
    (part, { replace = isLongerSearch(search, part) } = {}) => {
      void navigate({
        to: '.',
        search: (now: Search) => ({ ...now, ...part }),
        replace,
        resetScroll: Object.keys(part).join() === 'pagina',
      });
    },
  ];
}

const isLongerSearch = (before: Search, { busca }: Search): boolean =>
  before['busca'] !== undefined && busca !== undefined;
