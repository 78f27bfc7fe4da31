import type { UnlistedProducts } from '@lavra/contract/catalogue/schemas';
import { useRead } from '../../data/use-api.ts';

type Unlisted = UnlistedProducts['data'][number];

/** Returns the products for items that are not in the catalogue, one of each type. */
export function useUnlistedProducts(): {
  readonly products: readonly Unlisted[];
  readonly get: (typeId: number) => Unlisted['product'] | undefined;
} {
  const products = useRead('listUnlistedProducts', {}, { staleTime: 600_000 }).data?.data ?? [];
  return {
    products,
    get: (typeId) => products.find(({ type }) => type.id === typeId)?.product,
  };
}
