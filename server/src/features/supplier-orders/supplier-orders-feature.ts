import type { Mount } from '../../platform/http/mount.ts';
import { mountSupplierOrderRoutes } from './supplier-order-routes.ts';
import type { ListParts } from './supplier-order-reads.ts';

/** Creates the feature of the supplier's view of orders. */
export const createSupplierOrders = (parts: ListParts) => ({
  mountRoutes: (mount: Mount): void => mountSupplierOrderRoutes(mount, parts),
});
