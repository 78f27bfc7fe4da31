import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountCatalogueRoutes } from './catalogue-routes.ts';
import type { OrdersOfProducts } from './orders-of-products.ts';

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
export const createCatalogue = ({
  platform,
  orders,
}: {
  platform: Platform;
  orders: OrdersOfProducts;
}) => ({
  mountRoutes: (mount: Mount): void => mountCatalogueRoutes(mount, platform, orders),
});
