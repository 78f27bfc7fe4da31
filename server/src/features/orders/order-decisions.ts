import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyAction, publishDraft, type OrderAction } from './order-actions.ts';
import { getChangedOrder } from './producer-order.ts';

// The producer's decisions about an order. Each is one command, and returns the order in its new
// state.

/** What a producer decides with: the version that the client last read. */
interface DecisionOptions {
  readonly ifMatch: number | undefined;
}

/** Publishes a draft immediately, or sets it to wait for an approval or its scheduled time. */
export const publishOrder = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  id: number,
  { ifMatch }: DecisionOptions,
): Promise<ProducerOrder> =>
  command(request, async (uow) => {
    await publishDraft(uow, id, { zone, ifMatch });
    return getChangedOrder(uow, id, zone);
  });

/** Ends the proposals of a published order before its deadline. */
export const closeOrder = (
  platform: Platform,
  request: Request<ProducerCaller>,
  id: number,
  options: DecisionOptions,
): Promise<ProducerOrder> => decide(platform, request, id, 'close', options);

/** Cancels an order, for a reason that is stored. */
export const cancelOrder = (
  platform: Platform,
  request: Request<ProducerCaller>,
  id: number,
  options: DecisionOptions & { readonly reason: string },
): Promise<ProducerOrder> => decide(platform, request, id, 'cancel', options);

/** Ends an awarded order. */
export const finalizeOrder = (
  platform: Platform,
  request: Request<ProducerCaller>,
  id: number,
  options: DecisionOptions,
): Promise<ProducerOrder> => decide(platform, request, id, 'finalize', options);

const decide = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  id: number,
  action: OrderAction,
  options: DecisionOptions & { readonly reason?: string },
): Promise<ProducerOrder> =>
  command(request, async (uow) => {
    await applyAction(uow, id, action, { zone, ...options });
    return getChangedOrder(uow, id, zone);
  });
