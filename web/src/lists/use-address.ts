import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;
type Change = (part: Search, options?: { readonly replace?: boolean }) => void;

/**
 * Returns the query of the current address, and a function that changes part of it on the same
 * page; undefined removes a parameter.
 */
export function useAddress(): readonly [search: Search, change: Change] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    search,
    (part, { replace = false } = {}) => {
      void navigate({ to: '.', search: { ...search, ...part }, replace, resetScroll: false });
    },
  ];
}
