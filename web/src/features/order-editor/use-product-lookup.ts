import { usePortal } from '../../runtime/context.tsx';
import { summaryOf, type DraftItem } from './draft-values.ts';

const MOST = 30;

/** Returns a function that searches the catalogue's active products by a text. */
export function useProductLookup(): (text: string) => Promise<readonly DraftItem['product'][]> {
  const { api } = usePortal();
  return async (text) =>
    (
      await api.call('listProducts', {
        query: { active: true, per_page: MOST, q: text.slice(0, 100) },
      })
    ).data.map(summaryOf);
}
