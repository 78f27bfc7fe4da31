import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountCatalogueRoutes } from './catalogue-routes.ts';

export { refreshOrderTypes } from './order-product-types.ts';

/** Product types, subtypes, products and measurement units. */
export const createCatalogue = ({ platform }: { platform: Platform }) => ({
  mountRoutes: (mount: Mount): void => mountCatalogueRoutes(mount, platform),
});
