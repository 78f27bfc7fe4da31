import { nextStatus, statusPredicates, type Moves } from '../state-machine.ts';
import type { OrderStatus } from './order-status.ts';

export const orderActors = ['producer', 'scheduler', 'admin', 'system'] as const;
export type OrderActor = (typeof orderActors)[number];

export const orderTriggers = [
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
export type OrderTrigger = (typeof orderTriggers)[number];

/** The status an order is created in. */
export const initialOrderStatus = 'rascunho' satisfies OrderStatus;

/**
 * The life of an order. Some moves keep the status: `edit` stands for changing and deleting a draft,
 * `approve`, `suspend` and `resume` set a flag. The two `_with_owner` do so when the owner's account is blocked
 * or deleted, and when it is active again. `hold` is a publish that has to wait for an approval
 * or its hour; `release` ends the wait. What a move needs beyond the status is in `order-rules.ts`.
 */
export const orderMoves: Moves<OrderTrigger, OrderStatus, OrderActor, OrderStatus | undefined> = {
  edit: { from: ['rascunho'], to: 'rascunho', by: ['producer'] },
  publish: { from: ['rascunho'], to: 'publicada', by: ['producer'] },
  hold: { from: ['rascunho'], to: 'pendente', by: ['producer'] },
  approve: { from: ['pendente'], to: 'pendente', by: ['admin'] },
  release: { from: ['pendente'], to: 'publicada', by: ['scheduler', 'system'] },
  return: { from: ['pendente'], to: 'rascunho', by: ['admin'] },
  close: { from: ['publicada'], to: 'em_analise', by: ['producer', 'scheduler'] },
  expire: { from: ['pendente', 'publicada'], to: 'expirada', by: ['scheduler'] },
  extend_deadline: { from: ['publicada'], to: 'publicada', by: ['producer'] },
  award: { from: ['publicada', 'em_analise'], to: 'adjudicada', by: ['producer'] },
  finalize: { from: ['adjudicada'], to: 'finalizada', by: ['producer'] },
  cancel: { from: ['pendente', 'publicada', 'em_analise'], to: 'cancelada', by: ['producer'] },
  revoke: { from: ['publicada', 'em_analise', 'adjudicada'], to: 'revogada', by: ['admin'] },
  suspend: { from: ['publicada'], to: 'publicada', by: ['admin'] },
  resume: { from: ['publicada', 'em_analise'], to: undefined, by: ['admin'] },
  suspend_with_owner: {
    from: ['publicada', 'em_analise'],
    to: undefined,
    by: ['admin', 'scheduler'],
  },
  resume_with_owner: {
    from: ['publicada', 'em_analise'],
    to: undefined,
    by: ['admin', 'scheduler'],
  },
};

/** The status a trigger leads to, or null when it is not allowed from there. */
export function nextOrderStatus(from: OrderStatus, trigger: OrderTrigger): OrderStatus | null {
  return nextStatus(orderMoves, from, trigger);
}

/** `orderCan.publish(status)` and so on, one for each row of the table. */
export const orderCan = statusPredicates(orderMoves);
