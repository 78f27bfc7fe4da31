import type { CreateOrderBody, UpdateOrderBody } from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockForAction } from './order-actions.ts';
import { readDraft } from './order-input.ts';
import {
  deleteOrder,
  insertOrder,
  replaceItems,
  takeOrderNumber,
  updateOrder,
  writeItems,
} from './order-store.ts';

/**
 * Releases the files that only this order's attachments use; provided by the attachments feature.
 */
export type RemoveAttachmentFiles = (db: Db, orderId: number) => Promise<void>;

/** A new draft: whose it is, and who writes it for them where it is not the producer. */
export interface NewDraft {
  readonly number: string;
  readonly producerId: number;
  readonly writtenBy: number | null;
  readonly body: CreateOrderBody;
}

/** Writes drafts of orders, within the commands of those who may write them. */
export type OrderDrafts = ReturnType<typeof createOrderDrafts>;

export function createOrderDrafts({
  platform: { db: pool, clock, zone },
  removeAttachmentFiles,
}: {
  platform: Platform;
  removeAttachmentFiles: RemoveAttachmentFiles;
}) {
  return {
    /** Takes the number of a new order. Call it before the command (`takeOrderNumber`). */
    takeNumber: (): Promise<string> =>
      takeOrderNumber(pool, Number(localDate(clock.now(), zone).slice(0, 4))),

    /** Inserts a draft and returns its id. Throws 422 field by field. */
    create: async (
      uow: UnitOfWork,
      { number, producerId, writtenBy, body }: NewDraft,
    ): Promise<number> => {
      const { columns, items } = await readDraft(uow.db, body, { zone });
      const id = await insertOrder(uow.db, {
        number,
        producerId,
        writtenBy,
        columns,
        now: uow.now,
      });
      await writeItems(uow.db, id, items ?? []);
      uow.orderEvent({ orderId: id, event: 'order.created' });
      return id;
    },

    /**
     * Changes what was sent of a draft. Throws `order_not_editable` where it is none any more, 409
     * when `ifMatch` is stale, 422 field by field.
     */
    update: async (
      uow: UnitOfWork,
      id: number,
      { body, ifMatch }: { body: UpdateOrderBody; ifMatch: number | undefined },
    ): Promise<void> => {
      const order = await lockForAction(uow.db, id, ifMatch);
      if (!orderCan.edit(order.status)) throw new RuleError('order_not_editable');
      const stored = {
        deadlineDate: order.deadline_date,
        publishAt: order.publish_at_ms === null ? null : new Date(order.publish_at_ms),
      };
      const { columns, items } = await readDraft(uow.db, body, { zone, stored });
      await updateOrder(uow.db, order, columns, uow.now);
      if (items !== undefined) await replaceItems(uow.db, id, items);
    },

    /** Deletes a draft with its attachments. Throws `order_not_deletable` where it is none. */
    remove: async (uow: UnitOfWork, id: number): Promise<void> => {
      const order = await lockForAction(uow.db, id);
      if (!orderCan.edit(order.status)) throw new RuleError('order_not_deletable');
      await removeAttachmentFiles(uow.db, id);
      await deleteOrder(uow.db, id);
    },
  };
}
