import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;
type Change = (part: Search, options?: { readonly replace?: boolean }) => void;

/** What the address says after `?`, and how to change part of it on the page one is on; undefined takes a word out. */
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
