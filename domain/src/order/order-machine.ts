import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';
import type { OrderStatus } from './order-status.ts';

export const orderTransitionNames = [
  'edit',
  'publish',
  'hold',
  'approve',
  'release',
  'return',
  'close',
  'expire',
  'extend_deadline',
  'award',
  'finalize',
  'cancel',
  'revoke',
  'suspend',
  'resume',
  'suspend_with_owner',
  'resume_with_owner',
] as const;
export type OrderTransition = (typeof orderTransitionNames)[number];

/** Status of a new order. */
export const initialOrderStatus = 'rascunho' satisfies OrderStatus;

/**
 * State machine of an order. Some transitions keep the status: `edit` covers changing and deleting
 * a draft; `approve`, `suspend` and `resume` set a flag. The two `_with_owner` transitions do the
 * same when the owner's account is blocked or deleted, and when it is active again. `hold` is a
 * publication that waits for an approval or its scheduled time; `release` ends the wait. Conditions
 * beyond the status are in `order-rules.ts`.
 */
export const orderTransitions: Transitions<OrderTransition, OrderStatus, OrderStatus | undefined> =
  {
    edit: { from: ['rascunho'], to: 'rascunho' },
    publish: { from: ['rascunho'], to: 'publicada' },
    hold: { from: ['rascunho'], to: 'pendente' },
    approve: { from: ['pendente'], to: 'pendente' },
    release: { from: ['pendente'], to: 'publicada' },
    return: { from: ['pendente'], to: 'rascunho' },
    close: { from: ['publicada'], to: 'em_analise' },
    expire: { from: ['pendente', 'publicada'], to: 'expirada' },
    extend_deadline: { from: ['publicada'], to: 'publicada' },
    award: { from: ['publicada', 'em_analise'], to: 'adjudicada' },
    finalize: { from: ['adjudicada'], to: 'finalizada' },
    cancel: { from: ['pendente', 'publicada', 'em_analise'], to: 'cancelada' },
    revoke: { from: ['publicada', 'em_analise', 'adjudicada'], to: 'revogada' },
    suspend: { from: ['publicada'], to: 'publicada' },
    resume: { from: ['publicada', 'em_analise'], to: undefined },
    suspend_with_owner: { from: ['publicada', 'em_analise'], to: undefined },
    resume_with_owner: { from: ['publicada', 'em_analise'], to: undefined },
  };

/**
 * Returns the status that a transition leads to, or null when it is not allowed in `from`.
 */
export function nextOrderStatus(
  from: OrderStatus,
  transition: OrderTransition,
): OrderStatus | null {
  return nextStatus(orderTransitions, from, transition);
}

/** One predicate for each transition of the table: `orderCan.publish(status)` and so on. */
export const orderCan = statusPredicates(orderTransitions);
