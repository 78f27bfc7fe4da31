import { localDate } from '@lavra/domain/calendar/calendar';
import { paymentCan } from '@lavra/domain/payment/payment-machine';
import { refundCan } from '@lavra/domain/payment/refund-machine';
import {
  amountOf,
  centsOf,
  refundTransition,
  restoreTransition,
  unreturnedCents,
} from '@lavra/domain/payment/refund-rules';
import type { RefundStatus } from '@lavra/domain/payment/payment-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { nothingLeft } from './payment-texts.ts';
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
  type RefundRow,
} from './payment-store.ts';
import { applyTransition } from './payment-transition.ts';
import { applyRefundTransition } from './refund-transition.ts';

/**
 * Confirms a locked payment: pays its period and dispatches `payment.confirmed`. Returns false and
 * does nothing for a payment that is already paid.
 */
export async function markConfirmed(
  uow: UnitOfWork,
  payment: LockedPayment,
  zone: string,
): Promise<boolean> {
  if (!paymentCan.confirm(payment.status)) return false;
  const today = localDate(uow.now, zone);
  const { payment_date } = payment;
  await applyTransition(uow, payment, 'confirm', {
    changes: {
      // Money is never received on a day to come, whatever was stored.
      payment_date: payment_date === null || payment_date > today ? today : payment_date,
      confirmed_at: uow.now,
      instructions: null,
    },
  });
  await payPeriod(uow, payment.subscription_id, {
    planId: payment.plan_id,
    billingCycle: payment.billing_cycle,
    payment,
  });
  uow.event({ type: 'payment.confirmed', data: { payment_id: payment.id } });
  return true;
}

/** Outcome of a refund, or that it is still in progress; `reference` is the gateway's. */
export interface RefundEnd {
  readonly status: RefundStatus;
  readonly reference?: string;
  readonly failure?: string | null;
}

/**
 * Records the outcome of a refund of a locked payment: updates the payment's status, ends the
 * subscription if that was requested, takes back what the payment gave once all of it is refunded,
 * and dispatches the event. Does nothing for a refund that has already ended.
 */
export async function endRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: RefundRow,
  { status, reference, failure = null }: RefundEnd,
): Promise<void> {
  if (!refundCan.fail(refund.status)) return;
  const outcome = {
    claimed_until: null,
    ...(reference === undefined ? {} : { gateway_reference: reference }),
  };
  if (status === 'processing') return saveRefund(uow, refund.id, { ...outcome, failure });
  // The completed refunds must never exceed the payment: a refund that ends as succeeded is reduced
  // to what was left.
  const left = unreturnedCents(payment.amount, (await relockPayment(uow.db, payment.id)).refunds);
  const cents = centsOf(refund.amount) < left ? centsOf(refund.amount) : left;
  const end = status === 'succeeded' && cents === 0n ? 'failed' : status;
  const amount = end === 'succeeded' ? amountOf(cents) : refund.amount;
  await applyRefundTransition(uow, refund, end === 'succeeded' ? 'succeed' : 'fail', {
    ...outcome,
    failure: end === status ? failure : nothingLeft,
    amount,
  });
  // A dispute may concern the amount that was not refunded: the gateway is queried again soon.
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

/**
 * Reverts a completed refund, for a dispute that was lost and is won after all: restores what it
 * had taken.
 */
export async function undoRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: RefundRow,
  failure: string,
): Promise<void> {
  await applyRefundTransition(uow, refund, 'undo', { failure });
  const after = await relockPayment(uow.db, payment.id);
  const audited = { refund_id: refund.id, refund_amount: refund.amount, refund_status: 'failed' };
  const transition = restoreTransition(after.amount, after.refunds);
  if (transition === null) return auditRefund(uow, payment, audited);
  await applyTransition(uow, payment, transition, { audited });
  if (payment.status === 'refunded') await giveBackPeriod(uow, payment.subscription_id, payment.id);
}

/**
 * Updates the payment after the row of an ended refund was written; `payment` must have been read
 * again since.
 */
export async function recordRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  refund: {
    readonly id: number;
    readonly amount: string;
    readonly status: Exclude<RefundStatus, 'processing'>;
    readonly cancelSubscription: boolean;
    /** Set when the refund was not completed at the time of the request. */
    readonly askedAt?: string;
  },
): Promise<void> {
  const audited = {
    refund_id: refund.id,
    refund_amount: refund.amount,
    refund_status: refund.status,
  };
  if (refund.status === 'failed') return auditRefund(uow, payment, audited);
  const transition = refundTransition(payment.amount, payment.refunds);
  const status = await applyTransition(uow, payment, transition, { audited });
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

/** Audits the outcome of a refund that leaves the payment's status as it is. */
async function auditRefund(
  uow: UnitOfWork,
  { id, status }: LockedPayment,
  audited: Readonly<Record<string, unknown>>,
): Promise<void> {
  await savePayment(uow, id, {});
  uow.audit({
    action: 'status_changed',
    resourceType: 'payment',
    resourceId: id,
    oldValues: { status },
    newValues: { status, ...audited },
  });
}
