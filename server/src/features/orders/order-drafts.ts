import type {
  CreateOrderBody,
  ProducerOrder,
  UpdateOrderBody,
} from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderTexts } from '../../platform/texts/order-texts.ts';
import { lockForAction } from './order-actions.ts';
import { readDraft } from './order-input.ts';
import {
  changeOrder,
  insertOrder,
  removeOrder,
  replaceItems,
  takeOrderNumber,
  writeItems,
} from './order-store.ts';
import { getChangedOrder } from './producer-order.ts';

/** Creates the caller's draft. Throws 422 field by field. */
export async function createOrder(
  platform: Platform,
  request: Request<ProducerCaller>,
  body: CreateOrderBody,
): Promise<ProducerOrder> {
  const { command, zone } = platform;
  const number = await takeNumber(platform);
  return command(request, async (uow) => {
    const { producerId } = request.caller;
    const id = await writeDraft(uow, zone, { number, producerId, writtenBy: null, body });
    return getChangedOrder(uow, id, zone);
  });
}

/** Changes what was sent of a draft, and throws, as `changeDraft` does. */
export const updateOrder = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  id: number,
  change: DraftChange,
): Promise<ProducerOrder> =>
  command(request, async (uow) => {
    await changeDraft(uow, zone, id, change);
    return getChangedOrder(uow, id, zone);
  });

/** Deletes a draft, and throws, as `removeDraft` does. */
export const deleteOrder = (
  { command }: Platform,
  removeFiles: RemoveAttachmentFiles,
  request: Request<ProducerCaller>,
  id: number,
): Promise<{ message: string }> =>
  command(request, async (uow) => {
    await removeDraft(uow, removeFiles, id);
    return { message: orderTexts.deleted };
  });

// Below are the parts of commands that the producer's drafts share with those that consultants write.

/**
 * Releases the files that only this order's attachments use; provided by the attachments feature.
 */
export type RemoveAttachmentFiles = (uow: UnitOfWork, orderId: number) => Promise<void>;

/** A new draft: whose it is, and who writes it for them where it is not the producer. */
export interface NewDraft {
  readonly number: string;
  readonly producerId: number;
  readonly writtenBy: number | null;
  readonly body: CreateOrderBody;
}

/** What was sent of a draft, and the version that the client last read. */
export interface DraftChange {
  readonly body: UpdateOrderBody;
  readonly ifMatch: number | undefined;
}

/** Takes the number of a new order. Call it before the command (`takeOrderNumber`). */
export const takeNumber = ({ db, clock, zone }: Platform): Promise<string> =>
  takeOrderNumber(db, Number(localDate(clock.now(), zone).slice(0, 4)));

/** Inserts a draft and returns its id. Throws 422 field by field. */
export async function writeDraft(
  uow: UnitOfWork,
  zone: string,
  { number, producerId, writtenBy, body }: NewDraft,
): Promise<number> {
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
}

/**
 * Changes what was sent of a draft. Throws `order_not_editable` where it is none any more, 409 when
 * `ifMatch` is stale, 422 field by field.
 */
export async function changeDraft(
  uow: UnitOfWork,
  zone: string,
  id: number,
  { body, ifMatch }: DraftChange,
): Promise<void> {
  const order = await lockForAction(uow.db, id, ifMatch);
  if (!orderCan.edit(order.status)) throw new RuleError('order_not_editable');
  const stored = {
    deadlineDate: order.deadline_date,
    publishAt: order.publish_at_ms === null ? null : new Date(order.publish_at_ms),
  };
  const { columns, items } = await readDraft(uow.db, body, { zone, stored });
  await changeOrder(uow.db, order, columns, uow.now);
  if (items !== undefined) await replaceItems(uow.db, id, items);
}

/** Deletes a draft with its attachments. Throws `order_not_deletable` where it is none. */
export async function removeDraft(
  uow: UnitOfWork,
  removeFiles: RemoveAttachmentFiles,
  id: number,
): Promise<void> {
  const order = await lockForAction(uow.db, id);
  if (!orderCan.edit(order.status)) throw new RuleError('order_not_deletable');
  await removeFiles(uow, id);
  await removeOrder(uow.db, id);
}
