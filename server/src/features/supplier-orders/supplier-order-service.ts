import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { encodeCursor, type PageRequest } from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSupplierChoices } from './supplier-choices.ts';
import { readSupplierDashboard } from './supplier-dashboard.ts';
import { listPublishedOrders, listPublishedOrdersAfter } from './supplier-order-list.ts';
import { presentListedOrder, presentSupplierOrder } from './supplier-order-presenter.ts';
import {
  searchOrders,
  type OrderFilters,
  type OrderScope,
  type SearchedPage,
} from './supplier-order-search.ts';
import { findSupplierOrder, type SupplierOrderView } from './supplier-order-view.ts';

const PLAIN_CURSOR = 'orders:deadline_date';
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

  async function readPage(
    caller: SupplierCaller,
    scope: OrderScope,
    filters: OrderFilters,
    page: PageRequest,
  ): Promise<SearchedPage | undefined> {
    if (scope !== 'published' || !isPlain(filters))
      return searchOrders(db, caller.supplierId, scope, filters, page);
    const asker = { tokenHash: caller.tokenHash, now: clock.now() };
    if (filters.cursor === undefined)
      return withCursor(await listPublishedOrders(db, asker, page), page, page.offset);
    const [deadlineDate, id] = keysetStart(filters.cursor, PLAIN_CURSOR, { type: 'date' });
    // One row more than the page shows whether more rows follow.
    const found = await listPublishedOrdersAfter(db, asker, { deadlineDate, id }, page.perPage + 1);
    return found === undefined
      ? undefined
      : withCursor({ total: found.total, rows: found.rows }, page, null);
  }

  return {
    isPlain,
    dashboard: (caller: SupplierCaller) =>
      readSupplierDashboard(db, { tokenHash: caller.tokenHash, now: clock.now(), today: today() }),
    list: async (
      caller: SupplierCaller,
      scope: OrderScope,
      filters: OrderFilters,
      page: PageRequest,
    ): Promise<
      { data: SupplierOrderSummary[]; total: number; nextCursor: string | null } | undefined
    > => {
      const found = await readPage(caller, scope, filters, page);
      const day = today();
      return (
        found && {
          data: found.rows.map((row) => presentListedOrder(row, day)),
          total: found.total,
          nextCursor: found.nextCursor,
        }
      );
    },
    find: async (
      uuid: string | undefined,
      supplierId: number,
    ): Promise<SupplierOrderView | undefined> =>
      uuid === undefined ? undefined : findSupplierOrder(db, uuid, supplierId),
    present: (order: SupplierOrderView): SupplierOrder => presentSupplierOrder(order, today()),
    ...createSupplierChoices(command),
  };
}

export type SupplierOrderService = ReturnType<typeof createSupplierOrderService>;

/**
 * Returns true for a list without filters, by deadline: the most frequent request, served by the
 * statement whose cost does not grow.
 */
function isPlain(filters: OrderFilters): boolean {
  return (
    (filters.sort === undefined || filters.sort === 'deadline_date') &&
    filters.answered === undefined &&
    narrowing.every((name) => filters[name] === undefined || filters[name] === false)
  );
}

/**
 * Adds the cursor of the next page. A numbered page has one when its end is below the total; a page
 * read by cursor, when the statement returned one extra row.
 */
function withCursor(
  found: { rows: SearchedPage['rows']; total: number } | undefined,
  page: PageRequest,
  offset: number | null,
): SearchedPage | undefined {
  if (found === undefined) return undefined;
  const rows = found.rows.slice(0, page.perPage);
  const last = rows.at(-1);
  const goesOn =
    offset === null ? found.rows.length > page.perPage : offset + rows.length < found.total;
  return {
    rows,
    total: found.total,
    nextCursor:
      goesOn && last !== undefined
        ? encodeCursor(PLAIN_CURSOR, last.order_deadline_date, last.order_id)
        : null,
  };
}
