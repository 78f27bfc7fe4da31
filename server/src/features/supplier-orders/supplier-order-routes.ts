import * as endpoints from '@lavra/contract/supplier/endpoints';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { declineOrder, toggleFavoriteOrder, undoDecline } from './supplier-choices.ts';
import {
  getSupplierDashboard,
  getSupplierOrder,
  listDeclinedOrders,
  listFavoriteOrders,
  listSupplierOrders,
  type ListParts,
} from './supplier-order-reads.ts';
import { findSupplierOrder } from './supplier-order-view.ts';

/** Mounts the supplier's order routes: lists, favorites, declines, dashboard. */
export function mountSupplierOrderRoutes(mount: Mount, parts: ListParts): void {
  const { platform } = parts;
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
    handle: ({ request, query, assertAlive }) =>
      listSupplierOrders(parts, request, query, assertAlive),
  });
  mount(endpoints.listFavoriteOrders, {
    handle: ({ request, query }) => listFavoriteOrders(parts, request, query),
  });
  mount(endpoints.listDeclinedOrders, {
    handle: ({ request, query }) => listDeclinedOrders(parts, request, query),
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
