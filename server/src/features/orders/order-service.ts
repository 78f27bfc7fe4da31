import type {
  CreateOrderBody,
  DuplicatedOrder,
  DuplicateOrderBody,
  ProducerOrder,
  UpdateOrderBody,
} from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderTexts } from '../../platform/texts/order-texts.ts';
import { extendDeadline, type Extension } from './order-deadline.ts';
import { duplicateOrder } from './order-duplicate.ts';
import { applyAction, publishOrder, type ActionOptions } from './order-actions.ts';
import type { OrderDrafts } from './order-drafts.ts';
import { presentProducerOrder } from './order-presenter.ts';
import { listOrderItems, selectProducerOrders } from './order-view.ts';

export type OrderService = ReturnType<typeof createOrderService>;
type Action = (uow: UnitOfWork, id: number, options: ActionOptions) => Promise<void>;

/**
 * Creates the producer's use cases for orders. Each method is one command and returns the order in
 * its new state.
 */
export function createOrderService({
  platform,
  drafts,
}: {
  platform: Platform;
  drafts: OrderDrafts;
}) {
  const { clock, command, zone } = platform;
  const present = (db: Db, id: number, now: Date): Promise<ProducerOrder> =>
    getProducerOrder(db, id, localDate(now, zone));

  const actOn =
    (action: Action) =>
    (
      caller: ProducerCaller,
      id: number,
      options: { ifMatch: number | undefined; reason?: string },
    ): Promise<ProducerOrder> =>
      command(caller, async (uow) => {
        await action(uow, id, { zone, ...options });
        return present(uow.db, id, uow.now);
      });

  return {
    view: (id: number): Promise<ProducerOrder> => present(platform.db, id, clock.now()),

    create: async (caller: ProducerCaller, body: CreateOrderBody): Promise<ProducerOrder> => {
      const number = await drafts.takeNumber();
      return command(caller, async (uow) => {
        const { producerId } = caller;
        const id = await drafts.create(uow, { number, producerId, writtenBy: null, body });
        return present(uow.db, id, uow.now);
      });
    },

    update: (
      caller: ProducerCaller,
      id: number,
      body: UpdateOrderBody,
      ifMatch: number | undefined,
    ): Promise<ProducerOrder> =>
      command(caller, async (uow) => {
        await drafts.update(uow, id, { body, ifMatch });
        return present(uow.db, id, uow.now);
      }),

    remove: (caller: ProducerCaller, id: number): Promise<{ message: string }> =>
      command(caller, async (uow) => {
        await drafts.remove(uow, id);
        return { message: orderTexts.deleted };
      }),

    duplicate: async (
      caller: ProducerCaller,
      sourceId: number,
      body: DuplicateOrderBody,
    ): Promise<DuplicatedOrder> => {
      const number = await drafts.takeNumber();
      return command(caller, async (uow) => {
        const { id, skippedItems } = await duplicateOrder(uow, sourceId, {
          number,
          deadlineDate: body.deadline_date,
          zone,
          only: body.only,
        });
        return { ...(await present(uow.db, id, uow.now)), skipped_items: skippedItems };
      });
    },

    extendDeadline: (
      caller: ProducerCaller,
      id: number,
      { ifMatch, ...dates }: Extension & { ifMatch: number | undefined },
    ): Promise<ProducerOrder> =>
      command(caller, async (uow) => {
        await extendDeadline(uow, id, { zone, ifMatch, ...dates });
        return present(uow.db, id, uow.now);
      }),

    publish: actOn(publishOrder),
    close: actOn((uow, id, options) => applyAction(uow, id, 'close', options)),
    cancel: actOn((uow, id, options) => applyAction(uow, id, 'cancel', options)),
    finalize: actOn((uow, id, options) => applyAction(uow, id, 'finalize', options)),
  };
}

/**
 * Returns the whole order for its producer. Throws `order_not_found` when it has just been deleted.
 */
export async function getProducerOrder(db: Db, id: number, today: string): Promise<ProducerOrder> {
  const row = await selectProducerOrders(db).where('o.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new RuleError('order_not_found');
  return presentProducerOrder(row, await listOrderItems(db, id), today);
}
