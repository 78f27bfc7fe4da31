import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { PaymentStatus } from './payment-status.ts';

export const paymentActors = ['admin', 'gateway', 'scheduler', 'subscriber'] as const;
export type PaymentActor = (typeof paymentActors)[number];

export const paymentTransitionNames = [
  'confirm',
  'refuse',
  'cancel',
  'fall_due',
  'charge',
  'refund_part',
  'refund_rest',
] as const;
export type PaymentTransition = (typeof paymentTransitionNames)[number];

/** Status of a new payment. */
export const initialPaymentStatus = 'pending' satisfies PaymentStatus;

/**
 * State machine of a payment. Late money counts: a payment that is overdue, failed or cancelled can
 * still be confirmed. A confirmation is final; only refunds change the status afterwards.
 */
export const paymentTransitions: Transitions<PaymentTransition, PaymentStatus, PaymentActor> = {
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
 * Returns the status that a transition leads to, or null when it is not allowed in `from`.
 */
export const nextPaymentStatus = (
  from: PaymentStatus,
  transition: PaymentTransition,
): PaymentStatus | null => nextStatus(paymentTransitions, from, transition);

/** One predicate for each transition of the table: `paymentCan.confirm(status)` and so on. */
export const paymentCan = statusPredicates(paymentTransitions);

/** Returns true when the money was received, even if some or all of it was refunded since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === 'confirmed' || status === 'partially_refunded' || status === 'refunded';
