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

/** The status a payment is created in. */
export const initialPaymentStatus = 'pending' satisfies PaymentStatus;

/**
 * The life of a payment. Money that arrives late counts: a payment that fell due, was refused or cancelled is still
 * confirmed. Confirmed is for good; only what goes back changes it from there.
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
  // A renewal that its subscriber sets out to pay: it is due with the charge.
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

/** The status a trigger leads to, or null when it is not allowed from there. */
export const nextPaymentStatus = (
  from: PaymentStatus,
  trigger: PaymentTrigger,
): PaymentStatus | null => nextStatus(paymentMoves, from, trigger);

/** `paymentCan.confirm(status)` and so on. */
export const paymentCan = statusPredicates(paymentMoves);

/** Money that was received, whatever went back since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === 'confirmed' || status === 'partially_refunded' || status === 'refunded';
