import { readDataFile } from '../features/reference-data/data-file.ts';
import type { ProductType } from '../features/reference-data/product-types.ts';

/**
 * A product of the demo. `subtype` and `cultures` are names, `unit` is a unit's symbol. Several
 * active ingredients and their concentrations are joined by " + ", in the same order. Generic
 * products have no brand; the fields from a registration are null without one.
 */
export type DemoProduct = {
  /** Part of the small demo. */
  core: boolean;
  subtype: string;
  name: string;
  brand: string | null;
  active_ingredient: string | null;
  concentration: string | null;
  unit: string;
  formulation: string | null;
  registration: string | null;
  holder: string | null;
  toxicity: string | null;
  cultures: string[];
};

type CatalogueFile = {
  extra_types: ProductType[];
  products: (Omit<DemoProduct, 'core'> & { core?: true })[];
};

/**
 * Returns the demo's products, the core ones first, and the product types only the demo needs
 * (animal feed).
 */
export function readDemoCatalogue(): { extra_types: ProductType[]; products: DemoProduct[] } {
  const file: CatalogueFile = JSON.parse(readDataFile('demo-catalogue.json'));
  return {
    extra_types: file.extra_types,
    products: file.products.map((product) => ({ ...product, core: product.core === true })),
  };
}

/**
 * Returns a Portuguese description of a product from its registration; null for a generic product.
 */
export function describeDemoProduct(product: DemoProduct): string | null {
  if (product.registration === null) return null;
  const sentences = [
    `Registro MAPA ${product.registration}, titular ${product.holder}`,
    product.formulation === null ? null : `Formulação: ${product.formulation}`,
    product.toxicity === null ? null : `Classe toxicológica: ${product.toxicity}`,
    product.cultures.length === 0 ? null : `Culturas: ${product.cultures.join(', ')}`,
  ];
  return sentences
    .filter((sentence) => sentence !== null)
    .map((sentence) => `${sentence.replace(/\.$/, '')}.`)
    .join(' ');
}
