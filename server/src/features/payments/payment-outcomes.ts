import { localDate } from '@lavra/domain/calendar/calendar';
import { nextPaymentStatus } from '@lavra/domain/payment/payment-machine';
import {
  amountOf,
  centsOf,
  statusAfterRefunds,
  unreturnedCents,
} from '@lavra/domain/payment/refund-rules';
import type { PaymentStatus, RefundStatus } from '@lavra/domain/payment/payment-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { nothingLeft } from '../../platform/texts/payment-texts.ts';
import {
  cancelNow,
  giveBackPeriod,
  payPeriod,
  takeBackPeriod,
} from '../subscriptions/subscriptions-feature.ts';
import {
  relockPayment,
  savePayment,
  saveRefund,
  type LockedPayment,
  type PaymentChanges,
  type RefundRow,
} from './payment-store.ts';

/**
 * Confirms a locked payment: its period is paid, and it is told of. Once: answers false, and does nothing, for one that
 * is paid already.
 */
export async function confirmPayment(
  uow: UnitOfWork,
  payment: LockedPayment,
  zone: string,
): Promise<boolean> {
  if (nextPaymentStatus(payment.status, 'confirm') === null) return false;
  await changeStatus(uow, payment, 'confirmed', {
    payment_date: payment.payment_date ?? localDate(uow.now, zone),
    confirmed_at: uow.now,
    instructions: null,
  });
  await payPeriod(uow, payment.subscription_id, {
    planId: payment.plan_id,
    billingCycle: payment.billing_cycle,
    payment,
  });
  uow.event({ type: 'payment.confirmed', data: { payment_id: payment.id } });
  return true;
}

/** Writes the status and its line of the audit log. */
export async function changeStatus(
  uow: UnitOfWork,
  payment: LockedPayment,
  status: PaymentStatus,
  changes: PaymentChanges = {},
): Promise<void> {
  await savePayment(uow, payment.id, { ...changes, status });
  if (status !== payment.status)
    uow.audit({
      action: 'status_changed',
      resourceType: 'payment',
      resourceId: payment.id,
      oldValues: { status: payment.status },
      newValues: { status },
    });
}

/** How a refund ended, or that it goes on; `reference` is the gateway's. */
export interface RefundEnd {
  readonly status: RefundStatus;
  readonly reference?: string;
  readonly failure?: string | null;
}

/**
 * Records what became of a refund of a locked payment: the payment's status follows, the subscription ends where that was
 * asked for, what the payment gave is taken back once all of it is gone, and it is told of. Once: a refund that has ended
 * stays as it is.
 */
export async function endRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: RefundRow,
  { status, reference, failure = null }: RefundEnd,
): Promise<void> {
  if (refund.status !== 'processing') return;
  const told = {
    claimed_until: null,
    ...(reference === undefined ? {} : { gateway_reference: reference }),
  };
  if (status === 'processing') return saveRefund(uow, refund.id, { ...told, status, failure });
  // What is known to have gone back never passes the payment: of a refund that ends as done it is what was left.
  const left = unreturnedCents(payment.amount, (await relockPayment(uow.db, payment.id)).refunds);
  const cents = centsOf(refund.amount) < left ? centsOf(refund.amount) : left;
  const end = status === 'succeeded' && cents === 0n ? 'failed' : status;
  const amount = end === 'succeeded' ? amountOf(cents) : refund.amount;
  await saveRefund(uow, refund.id, {
    ...told,
    status: end,
    failure: end === status ? failure : nothingLeft,
    amount,
  });
  // A dispute may be about what did not go back: the gateway is asked about it soon.
  if (end === 'failed' && payment.gateway !== null)
    await savePayment(uow, payment.id, { look_again_at: uow.now });
  await recordRefund(uow, await relockPayment(uow.db, payment.id), {
    id: refund.id,
    amount,
    status: end,
    cancelSubscription: refund.cancel_subscription,
    askedAt: refund.created_at,
  });
}

/** A refund that had been done came back, as a dispute that was lost and is won after all: what it took is given back. */
export async function undoRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: RefundRow,
  failure: string,
): Promise<void> {
  await saveRefund(uow, refund.id, { status: 'failed', failure });
  const after = await relockPayment(uow.db, payment.id);
  const status = statusAfterRefunds(after.amount, after.refunds);
  await savePayment(uow, payment.id, { status });
  uow.audit({
    action: 'status_changed',
    resourceType: 'payment',
    resourceId: payment.id,
    oldValues: { status: payment.status },
    newValues: {
      status,
      refund_id: refund.id,
      refund_amount: refund.amount,
      refund_status: 'failed',
    },
  });
  if (payment.status === 'refunded' && status !== 'refunded')
    await giveBackPeriod(uow, payment.subscription_id, payment.id);
}

/** A refund whose row has just been written as ended; the payment is read anew. */
export async function recordRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: {
    readonly id: number;
    readonly amount: string;
    readonly status: Exclude<RefundStatus, 'processing'>;
    readonly cancelSubscription: boolean;
    /** Where it was not done when it was asked for. */ readonly askedAt?: string;
  },
): Promise<void> {
  const status =
    refund.status === 'succeeded'
      ? statusAfterRefunds(payment.amount, payment.refunds)
      : payment.status;
  await savePayment(uow, payment.id, { status });
  uow.audit({
    action: 'status_changed',
    resourceType: 'payment',
    resourceId: payment.id,
    oldValues: { status: payment.status },
    newValues: {
      status,
      refund_id: refund.id,
      refund_amount: refund.amount,
      refund_status: refund.status,
    },
  });
  if (refund.status === 'failed') return;
  uow.event({ type: 'payment.refunded', data: { payment_id: payment.id, refund_id: refund.id } });
  if (status === 'refunded') await takeBackPeriod(uow, payment.subscription_id, payment.id);
  if (refund.cancelSubscription) {
    const { askedAt } = refund;
    await cancelNow(
      uow,
      payment.subscription_id,
      askedAt === undefined ? {} : { refund: { askedAt, paymentId: payment.id } },
    );
  }
}
