import { readDataFile } from './data-file.ts';

/** A product type (N1) with its subtypes (N2). Pesticides require an agronomic prescription. */
export type ProductType = {
  name: string;
  description: string;
  is_pesticide: boolean;
  subtypes: { name: string; description: string }[];
};

/**
 * Returns the two upper levels of the catalogue: 4 types and 37 subtypes; subtype names are unique
 * across types.
 */
export function readProductTypes(): ProductType[] {
  return JSON.parse(readDataFile('product-types.json'));
}
