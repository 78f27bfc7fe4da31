import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { RefundStatus } from './payment-status.ts';

export const refundTransitionNames = ['succeed', 'fail', 'undo'] as const;
export type RefundTransition = (typeof refundTransitionNames)[number];

/**
 * Statuses of a new refund: one that the gateway has to make or decide is `processing`; one that is
 * recorded after it was made, by hand or at the gateway, has `succeeded`.
 */
export const initialRefundStatuses = [
  'processing',
  'succeeded',
] as const satisfies readonly RefundStatus[];
export type InitialRefundStatus = (typeof initialRefundStatuses)[number];

/** State machine of a refund. `undo` is a dispute that was lost and is won after all. */
export const refundTransitions: Transitions<RefundTransition, RefundStatus> = {
  succeed: { from: ['processing'], to: 'succeeded' },
  fail: { from: ['processing'], to: 'failed' },
  undo: { from: ['succeeded'], to: 'failed' },
};

/**
 * Returns the status that a transition leads to, or null when it is not allowed in `from`.
 */
export const nextRefundStatus = (
  from: RefundStatus,
  transition: RefundTransition,
): RefundStatus | null => nextStatus(refundTransitions, from, transition);

/** One predicate for each transition of the table: `refundCan.undo(status)` and so on. */
export const refundCan = statusPredicates(refundTransitions);
