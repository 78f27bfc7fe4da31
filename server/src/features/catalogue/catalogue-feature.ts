import type { Mount } from '../../platform/http/mount.ts';
import { mountCatalogueRoutes, type CatalogueParts } from './catalogue-routes.ts';

export { importAgrofit, type AgrofitReport } from './agrofit/agrofit-import.ts';
export { readCropNames } from './agrofit/crop-names.ts';
export { orderableSql } from './orderable-sql.ts';
export { ensureUnlistedProducts, itemNameSql } from './unlisted-products.ts';
export {
  validateProducts,
  storeProducts,
  type ValidatedProduct,
} from './product-import/product-import-service.ts';
export { productColumns, readProductRow } from './product-import/product-columns.ts';
export { loadUnits } from './product-import/product-references.ts';

/**
 * Creates product types, subtypes, products, measurement units and the registries of names. Orders
 * provide the update of the types that they store.
 */
export const createCatalogue = (parts: CatalogueParts) => ({
  mountRoutes: (mount: Mount): void => mountCatalogueRoutes(mount, parts),
});
