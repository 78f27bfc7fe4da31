import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountSupplierOrderRoutes } from './supplier-order-routes.ts';
import { createSupplierOrderService } from './supplier-order-service.ts';

export { foldListTotals } from './list-totals.ts';

/** Creates the feature of the supplier's view of orders. */
export function createSupplierOrders({ platform }: { platform: Platform }) {
  const service = createSupplierOrderService(platform);
  return { mountRoutes: (mount: Mount): void => mountSupplierOrderRoutes(mount, service) };
}
