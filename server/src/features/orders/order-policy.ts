import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { AccessDecision } from '../../platform/http/mount.ts';
import type { OrderRef } from './order-view.ts';

/** Authorizes only the producer who owns the order. */
export const authorizeProducerOrder = (caller: ProducerCaller, order: OrderRef): AccessDecision =>
  order.producer_id === caller.producerId ? 'ok' : 'forbidden';
