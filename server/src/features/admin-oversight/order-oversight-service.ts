import type { AdminOrder } from '@lavra/contract/admin/orders';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { approveOrder, holdOwner, lockOrder, resumeOrder, returnOrder, revokeOrder, suspendOrder, type MoveOptions } from '../orders/orders-feature.ts';
import { getAdminOrder } from './admin-order-view.ts';

type Move = (uow: UnitOfWork, orderId: number, options: MoveOptions) => Promise<void>;
interface Asked { readonly ifMatch: number | undefined; readonly reason?: string }

export type OrderOversightService = ReturnType<typeof createOrderOversightService>;

/** What the administration does with orders. Each call is one command: the move, its audit row, the order as it then is. */
export function createOrderOversightService({ command, clock, zone, db }: Platform) {
  const moved = (move: Move) => (caller: AdminCaller, id: number, { ifMatch, reason }: Asked): Promise<AdminOrder> =>
    command(caller, async (uow) => {
      await holdOwner(uow.db, id); // before the order, as every move that asks for an active owner
      const before = await lockOrder(uow.db, id, 'update');
      if (before === undefined) throw new RuleError('order_not_found');
      const given = reason === undefined ? {} : { reason };
      await move(uow, id, { zone, ifMatch, ...given });
      const order = await getAdminOrder(uow.db, id, { today: localDate(uow.now, zone), mayEdit: true });
      uow.audit({
        action: 'status_changed', resourceType: 'order', resourceId: id,
        oldValues: { status: before.status, approved: before.approved, suspended: before.suspended },
        newValues: { status: order.status, approved: order.approved_at !== null, suspended: order.is_suspended, ...given },
      });
      return order;
    });

  return {
    view: (caller: AdminCaller, id: number): Promise<AdminOrder> =>
      getAdminOrder(db, id, { today: localDate(clock.now(), zone), mayEdit: caller.permissions.has('orders.edit') }),
    approve: moved(approveOrder), returnToProducer: moved(returnOrder), suspend: moved(suspendOrder), resume: moved(resumeOrder), revoke: moved(revokeOrder),
  };
}
