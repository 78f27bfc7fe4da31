import { readDataFile } from './data-file.ts';

/** A product type (N1) with its subtypes (N2). Pesticides sell on an agronomic prescription only. */
export type ProductType = {
  name: string;
  description: string;
  is_pesticide: boolean;
  subtypes: { name: string; description: string }[];
};

/** The catalogue's two upper levels: 4 types, 37 subtypes, subtype names unique across types. */
export function readProductTypes(): ProductType[] {
  return JSON.parse(readDataFile('product-types.json'));
}
