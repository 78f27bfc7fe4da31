import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { PaymentStatus } from './payment-status.ts';

export const paymentTransitionNames = [
  'confirm',
  'refuse',
  'cancel',
  'fall_due',
  'charge',
  'refund_part',
  'refund_rest',
  'restore_part',
  'restore_all',
] as const;
export type PaymentTransition = (typeof paymentTransitionNames)[number];

/** Status of a new payment. */
export const initialPaymentStatus = 'pending' satisfies PaymentStatus;

/**
 * State machine of a payment. Late money counts: a payment that is overdue, failed or cancelled can
 * still be confirmed. A confirmation is final; only refunds, and undoing them, change the status
 * afterwards.
 */
export const paymentTransitions: Transitions<PaymentTransition, PaymentStatus> = {
  confirm: { from: ['pending', 'overdue', 'failed', 'cancelled'], to: 'confirmed' },
  refuse: { from: ['pending', 'overdue'], to: 'failed' },
  cancel: { from: ['pending', 'overdue'], to: 'cancelled' },
  fall_due: { from: ['pending'], to: 'overdue' },
  // The subscriber starts paying a renewal: the payment gets the due date of the charge.
  charge: { from: ['pending', 'overdue'], to: 'pending' },
  refund_part: { from: ['confirmed', 'partially_refunded'], to: 'partially_refunded' },
  refund_rest: { from: ['confirmed', 'partially_refunded'], to: 'refunded' },
  // A refund is undone: a dispute that was lost is won after all.
  restore_part: { from: ['partially_refunded', 'refunded'], to: 'partially_refunded' },
  restore_all: { from: ['partially_refunded', 'refunded'], to: 'confirmed' },
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
