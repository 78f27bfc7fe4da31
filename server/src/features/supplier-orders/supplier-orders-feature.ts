import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { foldCounters } from './counters.ts';
import { mountSupplierOrderRoutes } from './supplier-order-routes.ts';

/** Folds the counters; processes that fold at the same time are kept apart by a lock. */
const folding: Task = {
  name: 'list totals',
  everyMs: 60_000,
  inEveryProcess: true,
  run: ({ db }) => foldCounters(db),
};

/** Creates the feature of the supplier's view of orders. */
export const createSupplierOrders = ({ platform }: { platform: Platform }) => ({
  tasks: [folding],
  mountRoutes: (mount: Mount): void => mountSupplierOrderRoutes(mount, platform),
});
