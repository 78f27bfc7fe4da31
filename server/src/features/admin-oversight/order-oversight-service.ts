import type { AdminOrder } from '@lavra/contract/admin/orders';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';
import * as orders from '../orders/orders-feature.ts';
import { getAdminOrder } from './admin-order-view.ts';

// The order transitions of the administration. Each is one command: it makes the transition and
// returns the order after it.

/** The version that the client last read. */
interface Versioned {
  readonly ifMatch: number | undefined;
}
/** A transition for a reason that is stored. */
interface Reasoned extends Versioned {
  readonly reason: string;
}

/** Approves a pending order and, when its scheduled time has come, publishes it. */
export const approveOrder = (
  platform: Platform,
  request: Request<AdminCaller>,
  id: number,
  options: Versioned,
): Promise<AdminOrder> => act(platform, request, id, orders.approveOrder, options);

/** Returns a pending order to its producer, as a draft. */
export const returnOrder = (
  platform: Platform,
  request: Request<AdminCaller>,
  id: number,
  options: Reasoned,
): Promise<AdminOrder> => act(platform, request, id, orders.returnOrder, options);

/** Suspends an order. */
export const suspendOrder = (
  platform: Platform,
  request: Request<AdminCaller>,
  id: number,
  options: Reasoned,
): Promise<AdminOrder> => act(platform, request, id, orders.suspendOrder, options);

/** Ends the suspension of an order. */
export const resumeOrder = (
  platform: Platform,
  request: Request<AdminCaller>,
  id: number,
  options: Versioned,
): Promise<AdminOrder> => act(platform, request, id, orders.resumeOrder, options);

/** Revokes an order for good. */
export const revokeOrder = (
  platform: Platform,
  request: Request<AdminCaller>,
  id: number,
  options: Reasoned,
): Promise<AdminOrder> => act(platform, request, id, orders.revokeOrder, options);

type Transition = (uow: UnitOfWork, id: number, options: orders.ActionOptions) => Promise<void>;

const act = (
  { command, zone }: Platform,
  request: Request<AdminCaller>,
  id: number,
  transition: Transition,
  options: Versioned & { readonly reason?: string },
): Promise<AdminOrder> =>
  command(request, async (uow) => {
    // Locked before the order, as in every transition that needs an active owner.
    await orders.holdOwner(uow.db, id);
    await transition(uow, id, { zone, ...options });
    return getAdminOrder(uow.db, id, { today: localDate(uow.now, zone), mayEdit: true });
  });
