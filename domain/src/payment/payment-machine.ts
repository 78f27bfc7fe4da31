import { nextStatus, statusPredicates, type Moves } from '../state-machine.ts';
import type { PaymentStatus } from './payment-status.ts';

export const paymentActors = ['admin', 'gateway', 'scheduler', 'subscriber'] as const;
export type PaymentActor = (typeof paymentActors)[number];

export const paymentTriggers = [
  'confirm',
  'refuse',
  'cancel',
  'fall_due',
  'charge',
  'refund_part',
  'refund_rest',
] as const;
export type PaymentTrigger = (typeof paymentTriggers)[number];

/** Status of a new payment. */
export const initialPaymentStatus = 'pending' satisfies PaymentStatus;

/**
 * State machine of a payment. Late money counts: a payment that is overdue, failed or cancelled can
 * still be confirmed. A confirmation is final; only refunds change the status afterwards.
 */
export const paymentMoves: Moves<PaymentTrigger, PaymentStatus, PaymentActor> = {
  confirm: {
    from: ['pending', 'overdue', 'failed', 'cancelled'],
    to: 'confirmed',
    by: ['admin', 'gateway'],
  },
  refuse: { from: ['pending', 'overdue'], to: 'failed', by: ['gateway'] },
  cancel: { from: ['pending', 'overdue'], to: 'cancelled', by: ['gateway'] },
  fall_due: { from: ['pending'], to: 'overdue', by: ['scheduler'] },
  // The subscriber starts paying a renewal: the payment gets the due date of the charge.
  charge: { from: ['pending', 'overdue'], to: 'pending', by: ['subscriber'] },
  refund_part: {
    from: ['confirmed', 'partially_refunded'],
    to: 'partially_refunded',
    by: ['admin', 'gateway'],
  },
  refund_rest: {
    from: ['confirmed', 'partially_refunded'],
    to: 'refunded',
    by: ['admin', 'gateway'],
  },
};

/**
 * Returns the status that a trigger leads to, or null when the trigger is not allowed in `from`.
 */
export const nextPaymentStatus = (
  from: PaymentStatus,
  trigger: PaymentTrigger,
): PaymentStatus | null => nextStatus(paymentMoves, from, trigger);

/** One predicate for each trigger of the table: `paymentCan.confirm(status)` and so on. */
export const paymentCan = statusPredicates(paymentMoves);

/** Returns true when the money was received, even if some or all of it was refunded since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === 'confirmed' || status === 'partially_refunded' || status === 'refunded';
