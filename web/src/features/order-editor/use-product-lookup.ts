import { useState } from 'react';
import { usePortal } from '../../runtime/context.tsx';
import { createBatchedSearch, type Search } from './batched-search.ts';

/** Returns a function that searches the catalogue's orderable products by a text. */
export function useProductLookup(): Search {
  const { api } = usePortal();
  const [search] = useState(() =>
    createBatchedSearch(async (names) =>
      (await api.call('lookUpProducts', { query: { names: [...names] } })).data.map(
        ({ products }) => products,
      ),
    ),
  );
  return search;
}
