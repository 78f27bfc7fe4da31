import { fold } from '../text/fold.ts';

/** The fields that name a product wherever it is shown. */
export interface ProductFacts {
  readonly name: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
}

/**
 * Returns what distinguishes a product from others of the same name: brand, active ingredient,
 * concentration.
 */
export const productDetails = ({
  name,
  brand,
  active_ingredient,
  concentration,
}: ProductFacts): string =>
  [brand !== null && fold(brand) !== fold(name) ? brand : null, active_ingredient, concentration]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
