import type { Delivery } from '@lavra/contract/admin/deliveries';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { markRetried } from '../../platform/queue/failed-jobs.ts';
import { findDelivery } from './delivery-queries.ts';
import { DELIVERY_JOB, lockDelivery, queueAgain } from './delivery-store.ts';

/**
 * Retries a delivery that failed or may not have arrived: the worker creates the job from the
 * event. Throws `delivery_not_troubled` for a delivery in any other state, which includes the
 * second of two concurrent retries.
 */
export const retryDelivery = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { id }: Delivery,
): Promise<Delivery> =>
  command(request, async (uow) => {
    const delivery = await lockDelivery(uow.db, id);
    if (delivery === undefined) throw new RuleError('delivery_not_found');
    if (delivery.state !== 'failed' && delivery.state !== 'unknown')
      throw new RuleError('delivery_not_troubled');
    await queueAgain(uow, id);
    // The delivery's failed jobs need not be retried separately.
    await markRetried(
      uow,
      { name: DELIVERY_JOB, data: { delivery_id: id } },
      request.caller.userId,
    );
    uow.event({ type: 'delivery.retried', data: { delivery_id: id } });
    uow.audit({
      action: 'status_changed',
      resourceType: 'delivery',
      resourceId: id,
      oldValues: { state: delivery.state },
      newValues: { state: 'queued' },
    });
    const queued = await findDelivery(uow.db, id);
    if (queued === undefined) throw new RuleError('delivery_not_found');
    return queued;
  });
