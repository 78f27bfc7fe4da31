import { nextRefundStatus, type RefundTransition } from '@lavra/domain/payment/refund-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { RefundChanges, RefundRow } from './payment-store.ts';

/**
 * Applies a transition of the state machine to a refund whose payment is locked; `changes` are
 * written together with the status. The audit row is the payment's. Throws an internal error for a
 * transition that the machine does not allow: callers check it first.
 */
export async function applyRefundTransition(
  uow: UnitOfWork,
  { id, status: before }: Pick<RefundRow, 'id' | 'status'>,
  transition: RefundTransition,
  changes: RefundChanges,
): Promise<void> {
  const status = nextRefundStatus(before, transition);
  if (status === null) throw new Error(`refund ${id} cannot ${transition} from ${before}`);
  await uow.db.q
    .updateTable('refunds')
    .set({ ...changes, status, updated_at: uow.now })
    .where('id', '=', id)
    .execute();
}
