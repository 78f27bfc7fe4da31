import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Verdict } from '../../platform/http/mount.ts';
import type { OrderRef } from './order-view.ts';

/** Authorizes only the producer who owns the order. */
export const judgeProducerOrder = (caller: ProducerCaller, order: OrderRef): Verdict =>
  order.producer_id === caller.producerId ? 'ok' : 'forbidden';
