import { createCallerQueue } from '../../platform/http/admission/caller-queue.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountSupplierOrderRoutes } from './supplier-order-routes.ts';

/**
 * Creates the feature of the supplier's view of orders. `poolSize` is the number of connections that
 * all requests share. A filtered list reads its page and counts its rows on two of them; all such
 * lists together take about half, so that what one person searches delays nobody's other requests.
 */
export function createSupplierOrders({
  platform,
  poolSize,
}: {
  platform: Platform;
  poolSize: number;
}) {
  const searching = createCallerQueue(
    { atOnce: Math.ceil(poolSize / 4), eachAtOnce: 2, each: 16, waiting: 128 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 1 },
  );
  return {
    mountRoutes: (mount: Mount): void => mountSupplierOrderRoutes(mount, { platform, searching }),
  };
}
