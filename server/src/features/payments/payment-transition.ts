import { nextPaymentStatus, type PaymentTransition } from '@lavra/domain/payment/payment-machine';
import type { PaymentStatus } from '@lavra/domain/payment/payment-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { LockedPayment, PaymentChanges } from './payment-store.ts';

interface Written {
  /** Written together with the status. */
  readonly changes?: PaymentChanges;
  /** Audited beside the status. */
  readonly audited?: Readonly<Record<string, unknown>>;
}

/**
 * Applies a transition of the state machine to a payment whose subscription is locked, and writes
 * its audit row; the charge of a renewal has none. Returns the new status. Throws an internal error
 * for a transition that the machine does not allow: callers check it first.
 */
export async function applyTransition(
  uow: UnitOfWork,
  { id, status: before }: Pick<LockedPayment, 'id' | 'status'>,
  transition: PaymentTransition,
  { changes = {}, audited = {} }: Written = {},
): Promise<PaymentStatus> {
  const status = nextPaymentStatus(before, transition);
  if (status === null) throw new Error(`payment ${id} cannot ${transition} from ${before}`);
  await uow.db.q
    .updateTable('payments')
    .set({ ...changes, status, updated_at: uow.now })
    .where('id', '=', id)
    .execute();
  if (transition !== 'charge')
    uow.audit({
      action: 'status_changed',
      resourceType: 'payment',
      resourceId: id,
      oldValues: { status: before },
      newValues: { status, ...audited },
    });
  return status;
}
