import { sql, type RawBuilder } from 'kysely';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { lockForAction } from './order-actions.ts';

/** A draft's publication is requested again after an hour, so that notices stay few. */
const PAUSE_MS = 60 * 60_000;

/** SQL: whether the publication of order `o` was not requested within the last hour. */
export const requestDueSql = (now: Date): RawBuilder<boolean> => sql<boolean>`
  (o.publication_requested_at IS NULL
    OR o.publication_requested_at <= ${new Date(now.getTime() - PAUSE_MS)})`;

/**
 * Notifies the producer that a draft waits to be published. Throws `order_not_publishable` where it is
 * no draft, `order_without_items`, and `publication_requested` within an hour of the last request.
 */
export async function notePublicationRequest(uow: UnitOfWork, id: number): Promise<void> {
  const order = await lockForAction(uow.db, id);
  if (!orderCan.edit(order.status)) throw new RuleError('order_not_publishable');
  if (order.items_count === 0) throw new RuleError('order_without_items');
  const requested = await uow.db.q
    .updateTable('orders as o')
    .set({ publication_requested_at: uow.now })
    .where('o.id', '=', id)
    .where(requestDueSql(uow.now))
    .returning('o.id')
    .executeTakeFirst();
  if (requested === undefined) throw new RuleError('publication_requested');
  uow.orderEvent({ orderId: id, event: 'order.publication_requested' });
  uow.event({ type: 'order.publication_requested', data: { order_id: id } });
  uow.audit({
    action: 'updated',
    event: 'order.publication_requested',
    resourceType: 'order',
    resourceId: id,
  });
}
