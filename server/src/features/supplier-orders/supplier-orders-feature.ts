import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountSupplierOrderRoutes } from './supplier-order-routes.ts';

/** Creates the feature of the supplier's view of orders. */
export const createSupplierOrders = ({ platform }: { platform: Platform }) => ({
  mountRoutes: (mount: Mount): void => mountSupplierOrderRoutes(mount, platform),
});
