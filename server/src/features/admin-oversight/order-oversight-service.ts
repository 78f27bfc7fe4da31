import type { AdminOrder } from '@lavra/contract/admin/orders';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  approveOrder,
  holdOwner,
  resumeOrder,
  returnOrder,
  revokeOrder,
  suspendOrder,
  type ActionOptions,
} from '../orders/orders-feature.ts';
import { getAdminOrder } from './admin-order-view.ts';

type Action = (uow: UnitOfWork, orderId: number, options: ActionOptions) => Promise<void>;
interface Asked {
  readonly ifMatch: number | undefined;
  readonly reason?: string;
}

export type OrderOversightService = ReturnType<typeof createOrderOversightService>;

/**
 * The order transitions of the administration. Each call is one command: it makes the transition
 * and returns the order after it.
 */
export function createOrderOversightService({ command, clock, zone, db }: Platform) {
  const actOn =
    (action: Action) =>
    (caller: AdminCaller, id: number, { ifMatch, reason }: Asked): Promise<AdminOrder> =>
      command(caller, async (uow) => {
        // Locked before the order, as in every transition that needs an active owner.
        await holdOwner(uow.db, id);
        await action(uow, id, { zone, ifMatch, ...(reason === undefined ? {} : { reason }) });
        return getAdminOrder(uow.db, id, { today: localDate(uow.now, zone), mayEdit: true });
      });

  return {
    view: (caller: AdminCaller, id: number): Promise<AdminOrder> =>
      getAdminOrder(db, id, {
        today: localDate(clock.now(), zone),
        mayEdit: caller.permissions.has('orders.edit'),
      }),
    approve: actOn(approveOrder),
    returnToProducer: actOn(returnOrder),
    suspend: actOn(suspendOrder),
    resume: actOn(resumeOrder),
    revoke: actOn(revokeOrder),
  };
}
