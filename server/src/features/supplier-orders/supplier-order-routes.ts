import * as endpoints from '@lavra/contract/supplier/endpoints';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { declineOrder, toggleFavoriteOrder, undoDecline } from './supplier-choices.ts';
import {
  getSupplierDashboard,
  getSupplierOrder,
  listDeclinedOrders,
  listFavoriteOrders,
  isPlain,
  listSupplierOrders,
} from './supplier-order-reads.ts';
import { findSupplierOrder } from './supplier-order-view.ts';

/** Mounts the supplier's order routes: lists, favorites, declines, dashboard. */
export function mountSupplierOrderRoutes(mount: Mount, platform: Platform): void {
  const load = async ({ id }: { id: string }, { supplierId }: SupplierCaller) => {
    const uuid = uuidOf(id);
    return uuid === undefined ? undefined : findSupplierOrder(platform.db, uuid, supplierId);
  };

  mount(endpoints.getSupplierDashboard, {
    liveness: 'statement',
    handle: ({ caller }) => getSupplierDashboard(platform, caller),
  });
  mount(endpoints.listSupplierOrders, {
    liveness: 'statement',
    searches: (query) => !isPlain(query),
    handle: ({ caller, query, assertAlive }) =>
      listSupplierOrders(platform, caller, query, assertAlive),
  });
  mount(endpoints.listFavoriteOrders, {
    searches: () => true,
    handle: ({ caller, query }) => listFavoriteOrders(platform, caller, query),
  });
  mount(endpoints.listDeclinedOrders, {
    searches: () => true,
    handle: ({ caller, query }) => listDeclinedOrders(platform, caller, query),
  });
  mount(endpoints.getSupplierOrder, {
    load,
    handle: ({ caller, subject }) => getSupplierOrder(platform, caller, subject),
  });
  mount(endpoints.toggleFavoriteOrder, {
    load,
    handle: ({ request, subject }) => toggleFavoriteOrder(platform, request, subject.order_id),
  });
  mount(endpoints.declineOrder, {
    load,
    handle: ({ request, subject, body }) =>
      declineOrder(platform, request, subject.order_id, body.reason ?? null),
  });
  mount(endpoints.undoDecline, {
    load,
    handle: ({ request, subject }) => undoDecline(platform, request, subject.order_id),
  });
}
