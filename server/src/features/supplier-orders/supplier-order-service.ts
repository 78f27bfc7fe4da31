import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { PageMeta } from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskOrder, maskOrders } from './masked-orders.ts';
import { findLastOffers } from './last-offers.ts';
import { createSupplierChoices } from './supplier-choices.ts';
import { readSupplierDashboard } from './supplier-dashboard.ts';
import { listPublishedOrders } from './supplier-order-list.ts';
import { presentListedOrder, presentSupplierOrder } from './supplier-order-presenter.ts';
import { searchOrders, type OrderQuery, type OrderScope } from './supplier-order-search.ts';
import { findSupplierOrder, noteView, type SupplierOrderView } from './supplier-order-view.ts';

const narrowing = [
  'favorites',
  'matching',
  'product_type_id',
  'state',
  'city_id',
  'deadline_from',
  'deadline_to',
  'q',
  'search',
] as const;

/** Creates the supplier's use cases for orders before it submits a proposal. */
export function createSupplierOrderService({ db, command, clock, zone }: Platform) {
  const today = (): string => localDate(clock.now(), zone);

  const readPage = (caller: SupplierCaller, scope: OrderScope, query: OrderQuery) =>
    scope === 'published' && isPlain(query)
      ? listPublishedOrders(db, { tokenHash: caller.tokenHash, now: clock.now() }, query)
      : searchOrders(db, caller.supplierId, scope, query);

  return {
    isPlain,
    dashboard: (caller: SupplierCaller) =>
      readSupplierDashboard(db, { tokenHash: caller.tokenHash, now: clock.now(), today: today() }),
    list: async (
      caller: SupplierCaller,
      scope: OrderScope,
      query: OrderQuery,
    ): Promise<{ data: SupplierOrderSummary[]; meta: PageMeta } | undefined> => {
      const found = await readPage(caller, scope, query);
      const day = today();
      return (
        found && {
          data: (await maskOrders(found.rows)).map((row) => presentListedOrder(row, day)),
          meta: found.meta,
        }
      );
    },
    find: async (
      uuid: string | undefined,
      supplierId: number,
    ): Promise<SupplierOrderView | undefined> =>
      uuid === undefined ? undefined : findSupplierOrder(db, uuid, supplierId),
    open: async (order: SupplierOrderView, supplierId: number): Promise<SupplierOrder> => {
      await noteView(db, order, supplierId);
      const offers = await findLastOffers(db, order.order_id, supplierId);
      return presentSupplierOrder(await maskOrder(order), offers, today());
    },
    ...createSupplierChoices(command),
  };
}

export type SupplierOrderService = ReturnType<typeof createSupplierOrderService>;

/**
 * Returns true for a list without filters, by deadline: the most frequent request, served by the
 * statement whose cost does not grow.
 */
function isPlain(query: OrderQuery): boolean {
  return (
    (query.sort === undefined || query.sort === 'deadline_date') &&
    query.answered === undefined &&
    narrowing.every((name) => query[name] === undefined || query[name] === false)
  );
}
