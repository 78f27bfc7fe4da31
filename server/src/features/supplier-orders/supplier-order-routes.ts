import {
  declineOrder,
  getSupplierDashboard,
  getSupplierOrder,
  listDeclinedOrders,
  listFavoriteOrders,
  listSupplierOrders,
  toggleFavoriteOrder,
  undoDecline,
} from '@lavra/contract/supplier/endpoints';
import { RuleError } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { SupplierOrderService } from './supplier-order-service.ts';

/** Mounts the supplier's order routes: lists, favorites, declines, dashboard. */
export function mountSupplierOrderRoutes(mount: Mount, service: SupplierOrderService): void {
  const load = ({ id }: { id: string }, caller: { supplierId: number }) =>
    service.find(uuidOf(id), caller.supplierId);

  mount(getSupplierDashboard, {
    liveness: 'statement',
    handle: async ({ caller }) => (await service.dashboard(caller)) ?? dead(),
  });
  mount(listSupplierOrders, {
    liveness: 'statement',
    handle: async ({ caller, query, assertAlive }) => {
      // The unfiltered list's own statement checks the token; an error that occurs before it runs
      // must not be returned to a client with an invalid token.
      const refused = async (error: unknown): Promise<never> => {
        await assertAlive();
        throw error;
      };
      if (!service.isPlain(query)) await assertAlive();
      return (await service.list(caller, 'published', query).catch(refused)) ?? dead();
    },
  });
  for (const [spec, scope] of [
    [listFavoriteOrders, 'favorites'],
    [listDeclinedOrders, 'declined'],
  ] as const) {
    mount(spec, {
      // No filter: these lists ignore those of the full list, like any unknown name.
      handle: async ({ caller, query: { page, per_page, cursor, ...query } }) =>
        (await service.list(caller, scope, {
          page,
          per_page,
          cursor,
          with_details: 'with_details' in query && query.with_details,
        })) ?? dead(),
    });
  }
  mount(getSupplierOrder, {
    load,
    handle: ({ caller, subject }) => service.open(subject, caller.supplierId),
  });
  mount(toggleFavoriteOrder, {
    load,
    handle: ({ caller, subject }) => service.toggleFavorite(caller, subject.order_id),
  });
  mount(declineOrder, {
    load,
    handle: ({ caller, subject, body }) =>
      service.decline(caller, subject.order_id, body.reason ?? null),
  });
  mount(undoDecline, {
    load,
    handle: ({ caller, subject }) => service.undoDecline(caller, subject.order_id),
  });
}

function dead(): never {
  throw new RuleError('unauthenticated');
}
