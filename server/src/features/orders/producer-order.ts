import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { presentProducerOrder } from './order-presenter.ts';
import { listOrderItems, selectProducerOrders } from './order-view.ts';

/**
 * Returns the whole order for its producer. Throws `order_not_found` when it has just been deleted.
 */
export async function getProducerOrder(db: Db, id: number, today: string): Promise<ProducerOrder> {
  const row = await selectProducerOrders(db).where('o.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new RuleError('order_not_found');
  return presentProducerOrder(row, await listOrderItems(db, id), today);
}

/** Returns the whole order in the state that a command gave it. */
export const getChangedOrder = (
  { db, now }: UnitOfWork,
  id: number,
  zone: string,
): Promise<ProducerOrder> => getProducerOrder(db, id, localDate(now, zone));
