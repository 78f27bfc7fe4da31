import { localDate } from '@lavra/domain/calendar/calendar';
import { nextPaymentStatus } from '@lavra/domain/payment/payment-machine';
import { statusAfterRefunds } from '@lavra/domain/payment/refund-rules';
import type { PaymentStatus, RefundStatus } from '@lavra/domain/payment/payment-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { cancelNow, payPeriod } from '../subscriptions/subscriptions-feature.ts';
import { relockPayment, savePayment, saveRefund, type LockedPayment, type PaymentChanges, type RefundRow } from './payment-store.ts';

/**
 * Confirms a locked payment: its period is paid, and it is told of. Once: answers false, and does nothing, for one that
 * is paid already.
 */
export async function confirmPayment(uow: UnitOfWork, payment: LockedPayment, zone: string): Promise<boolean> {
  if (nextPaymentStatus(payment.status, 'confirm') === null) return false;
  await changeStatus(uow, payment, 'confirmed', { payment_date: payment.payment_date ?? localDate(uow.now, zone), confirmed_at: uow.now, instructions: null });
  await payPeriod(uow, payment.subscription_id, { planId: payment.plan_id, billingCycle: payment.billing_cycle, zone });
  uow.event({ type: 'payment.confirmed', data: { payment_id: payment.id } });
  return true;
}

/** Writes the status and its line of the audit log. */
export async function changeStatus(uow: UnitOfWork, payment: LockedPayment, status: PaymentStatus, changes: PaymentChanges = {}): Promise<void> {
  await savePayment(uow, payment.id, { ...changes, status });
  if (status !== payment.status) uow.audit({ action: 'status_changed', resourceType: 'payment', resourceId: payment.id, oldValues: { status: payment.status }, newValues: { status } });
}

/** How a refund ended, or that it goes on; `reference` is the gateway's. */
export interface RefundEnd { readonly status: RefundStatus; readonly reference?: string; readonly failure?: string | null }

/**
 * Records what became of a refund of a locked payment: the payment's status follows, the subscription ends where that was
 * asked for, and it is told of. Once: a refund that has ended stays as it is.
 */
export async function endRefund(uow: UnitOfWork, payment: LockedPayment, refund: RefundRow, { status, reference, failure = null }: RefundEnd): Promise<void> {
  if (refund.status !== 'processing') return;
  await saveRefund(uow, refund.id, { status, failure, claimed_until: null, ...(reference === undefined ? {} : { gateway_reference: reference }) });
  if (status === 'processing') return;
  await recordRefund(uow, await relockPayment(uow.db, payment.id), { id: refund.id, amount: refund.amount, status, cancelSubscription: refund.cancel_subscription });
}

/** A refund whose row has just been written as ended; the payment is read anew. */
export async function recordRefund(
  uow: UnitOfWork, payment: LockedPayment, refund: { readonly id: number; readonly amount: string; readonly status: Exclude<RefundStatus, 'processing'>; readonly cancelSubscription: boolean },
): Promise<void> {
  const status = refund.status === 'succeeded' ? statusAfterRefunds(payment.amount, payment.refunds) : payment.status;
  await savePayment(uow, payment.id, { status });
  uow.audit({
    action: 'status_changed', resourceType: 'payment', resourceId: payment.id,
    oldValues: { status: payment.status }, newValues: { status, refund_id: refund.id, refund_amount: refund.amount, refund_status: refund.status },
  });
  if (refund.status === 'failed') return;
  uow.event({ type: 'payment.refunded', data: { payment_id: payment.id, refund_id: refund.id } });
  if (refund.cancelSubscription) await cancelNow(uow, payment.subscription_id);
}
