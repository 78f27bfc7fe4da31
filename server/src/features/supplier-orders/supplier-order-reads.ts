import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import * as endpoints from '@lavra/contract/supplier/endpoints';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { PageQuery } from '../../platform/db/cursor-page.ts';
import { RuleError } from '../../platform/errors.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskOrder, maskOrders } from './masked-orders.ts';
import { findLastOffers } from './last-offers.ts';
import { readSupplierDashboard } from './supplier-dashboard.ts';
import { listPublishedOrders } from './supplier-order-list.ts';
import { presentListedOrder, presentSupplierOrder } from './supplier-order-presenter.ts';
import { searchOrders, type OrderQuery, type OrderScope } from './supplier-order-search.ts';
import { noteView, type SupplierOrderView } from './supplier-order-view.ts';

type QueryKey = keyof typeof endpoints.listSupplierOrders.query.properties;

/** Keys that do not narrow a list, and `answered`, which narrows it by either value. */
const others: ReadonlySet<QueryKey> = new Set([
  'page',
  'per_page',
  'cursor',
  'with_details',
  'sort',
  'answered',
] as const);
const queryKeys = Object.keys(endpoints.listSupplierOrders.query.properties) as QueryKey[]; // its own
/** All other keys of the query narrow the list where they are set. */
const narrowing = queryKeys.filter((key) => !others.has(key));

interface OrderPage {
  readonly data: SupplierOrderSummary[];
  readonly meta: PageMeta;
}

const todayOf = ({ clock, zone }: Platform): string => localDate(clock.now(), zone);

/** Returns the caller's dashboard. Throws 401 when the token is not valid any more. */
export async function getSupplierDashboard(
  platform: Platform,
  { tokenHash }: SupplierCaller,
): Promise<SupplierDashboard> {
  const at = { tokenHash, now: platform.clock.now(), today: todayOf(platform) };
  return (await readSupplierDashboard(platform.db, at)) ?? dead();
}

/** Returns a page of published orders. Throws 401 when the token is not valid any more. */
export async function listSupplierOrders(
  platform: Platform,
  caller: SupplierCaller,
  query: OrderQuery,
  assertAlive: () => Promise<void>,
): Promise<OrderPage> {
  // The unfiltered list's own statement checks the token; an error that occurs before it runs must
  // not be returned to a client with an invalid token.
  const refused = async (error: unknown): Promise<never> => {
    await assertAlive();
    throw error;
  };
  if (!isPlain(query)) await assertAlive();
  return (await pageOf(platform, caller, 'published', query).catch(refused)) ?? dead();
}

/** Returns a page of the caller's favorites; filters are ignored, like any unknown name. */
export const listFavoriteOrders = async (
  platform: Platform,
  caller: SupplierCaller,
  { page, per_page, cursor }: PageQuery,
): Promise<OrderPage> =>
  (await pageOf(platform, caller, 'favorites', { page, per_page, cursor })) ?? dead();

/** Returns a page of the orders that the caller declined. */
export const listDeclinedOrders = async (
  platform: Platform,
  caller: SupplierCaller,
  { page, per_page, cursor, with_details = false }: PageQuery & { with_details?: boolean },
): Promise<OrderPage> =>
  (await pageOf(platform, caller, 'declined', { page, per_page, cursor, with_details })) ?? dead();

/** Returns an order, and notes that the caller has opened it. */
export async function getSupplierOrder(
  platform: Platform,
  { supplierId }: SupplierCaller,
  order: SupplierOrderView,
): Promise<SupplierOrder> {
  const { db } = platform;
  await noteView(db, order, supplierId);
  const offers = await findLastOffers(db, order.order_id, supplierId);
  return presentSupplierOrder(await maskOrder(order), offers, todayOf(platform));
}

/** Returns undefined when the token is not valid any more. */
async function pageOf(
  platform: Platform,
  { tokenHash, supplierId }: SupplierCaller,
  scope: OrderScope,
  query: OrderQuery,
): Promise<OrderPage | undefined> {
  const { db, clock } = platform;
  const found =
    scope === 'published' && isPlain(query)
      ? await listPublishedOrders(db, { tokenHash, now: clock.now() }, query)
      : await searchOrders(db, supplierId, scope, query);
  if (found === undefined) return undefined;
  const today = todayOf(platform);
  const data = (await maskOrders(found.rows)).map((row) => presentListedOrder(row, today));
  return { data, meta: found.meta };
}

function dead(): never {
  throw new RuleError('unauthenticated');
}

/**
 * Returns true for a list without filters, by deadline: the most frequent request, served by the
 * statement whose cost does not grow.
 */
export function isPlain(query: OrderQuery): boolean {
  return (
    (query.sort === undefined || query.sort === 'deadline_date') &&
    query.answered === undefined &&
    narrowing.every((name) => query[name] === undefined || query[name] === false)
  );
}
