import type { Message } from '@lavra/contract/accounts/schemas';
import type {
  ConsultantDraftBody,
  ConsultantOrder,
  CreateConsultantOrderBody,
} from '@lavra/contract/admin/consultants';
import type {
  CatalogueRequest,
  CreateCatalogueRequestBody,
} from '@lavra/contract/catalogue/requests';
import type { ConsultantCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { isActiveSql } from '../../platform/auth/active-person.ts';
import { holdStanding } from '../../platform/session/standing.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderTexts } from '../../platform/texts/order-texts.ts';
import { removeAttachmentFiles } from '../attachments/attachments-feature.ts';
import { requestProduct } from '../catalogue-requests/catalogue-requests-feature.ts';
import {
  changeDraft,
  notePublicationRequest,
  removeDraft,
  takeNumber,
  writeDraft,
  type OrderRef,
} from '../orders/orders-feature.ts';
import { getConsultantOrder } from './advised-orders.ts';
import { advised } from './consultant-links.ts';

// The use cases by which a consultant writes drafts for a producer. Each is one command, and throws
// `not_yours` when the link to the producer has just ended.

/** Creates a draft for the producer. Throws 422 field by field. */
export async function createConsultantOrder(
  platform: Platform,
  request: Request<ConsultantCaller>,
  producerId: number,
  body: CreateConsultantOrderBody,
): Promise<ConsultantOrder> {
  const { command, zone } = platform;
  const number = await takeNumber(platform);
  return command(request, async (uow) => {
    const { userId } = request.caller;
    await holdLink(uow.db, { userId, producerId });
    const id = await writeDraft(uow, zone, { number, producerId, writtenBy: userId, body });
    record(uow, 'order.drafted', id);
    return present(uow, id, { userId, zone });
  });
}

/** Changes what was sent of a draft, and throws, as `changeDraft` does. */
export const updateConsultantOrder = (
  { command, zone }: Platform,
  request: Request<ConsultantCaller>,
  { id, producer_id: producerId }: OrderRef,
  change: { body: ConsultantDraftBody; ifMatch: number | undefined },
): Promise<ConsultantOrder> =>
  command(request, async (uow) => {
    const { userId } = request.caller;
    await holdLink(uow.db, { userId, producerId });
    await changeDraft(uow, zone, id, change);
    if (!(await uow.db.row(recentlyEdited, { order_id: id, user_id: userId, now: uow.now }))) {
      uow.orderEvent({ orderId: id, event: 'order.draft_edited' });
      record(uow, 'order.draft_edited', id);
    }
    return present(uow, id, { userId, zone });
  });

/** Deletes a draft, and throws, as `removeDraft` does. */
export const deleteConsultantOrder = (
  { command }: Platform,
  request: Request<ConsultantCaller>,
  { id, producer_id: producerId }: OrderRef,
): Promise<Message> =>
  command(request, async (uow) => {
    await holdLink(uow.db, { userId: request.caller.userId, producerId });
    await removeDraft(uow, removeAttachmentFiles, id);
    record(uow, 'order.draft_deleted', id);
    return { message: orderTexts.deleted };
  });

/** Requests a product for a draft, and throws, as `requestProduct` does. */
export const createConsultantCatalogueRequest = (
  { command, zone }: Platform,
  request: Request<ConsultantCaller>,
  order: OrderRef,
  body: CreateCatalogueRequestBody,
): Promise<CatalogueRequest> =>
  command(request, async (uow) => {
    const { userId } = request.caller;
    await holdLink(uow.db, { userId, producerId: order.producer_id });
    return requestProduct(uow, { order, body, userId, zone });
  });

/** Notifies the producer, and throws, as `notePublicationRequest` does. */
export const requestPublication = (
  { command, zone }: Platform,
  request: Request<ConsultantCaller>,
  { id, producer_id: producerId }: OrderRef,
): Promise<ConsultantOrder> =>
  command(request, async (uow) => {
    const { userId } = request.caller;
    await holdLink(uow.db, { userId, producerId });
    await notePublicationRequest(uow, id);
    return present(uow, id, { userId, zone });
  });

const present = (
  { db, now }: UnitOfWork,
  id: number,
  { userId, zone }: { userId: number; zone: string },
): Promise<ConsultantOrder> => getConsultantOrder(db, id, { userId, now, zone });

const actions = {
  'order.drafted': 'created',
  'order.draft_edited': 'updated',
  'order.draft_deleted': 'deleted',
} as const;

const record = (uow: UnitOfWork, event: keyof typeof actions, orderId: number): void =>
  uow.audit({ action: actions[event], event, resourceType: 'order', resourceId: orderId });

const writes = statement({
  name: 'consultant-may-write',
  params: params<{ user_id: number; producer_id: number }>(),
  columns: { id: col.int },
  text: `
    SELECT cp.producer_id AS id ${advised}
    JOIN users cu ON cu.id = co.user_id AND ${isActiveSql('cu')}
    WHERE co.user_id = :user_id AND cp.producer_id = :producer_id`,
});

/**
 * Keeps the link to the producer until the transaction ends: its end, and the end of the consultant's
 * account, wait for it. Throws `not_yours` where there is none. Must come before the order's lock.
 */
async function holdLink(
  db: Db,
  { userId, producerId }: { userId: number; producerId: number },
): Promise<void> {
  await holdStanding(db, userId);
  const link = await db.row(writes, { user_id: userId, producer_id: producerId });
  if (link === undefined) throw new RuleError('not_yours');
}

/** An editor saves every few seconds: the log and the timeline hold one entry an hour and person. */
const recentlyEdited = statement({
  name: 'consultant-edited-recently',
  params: params<{ order_id: number; user_id: number; now: Date }>(),
  columns: { id: col.int },
  text: `
    SELECT e.id FROM order_events e
    WHERE e.order_id = :order_id AND e.actor_id = :user_id
      AND e.event IN ('order.created', 'order.draft_edited')
      AND e.at > :now::timestamptz - interval '1 hour'
    LIMIT 1`,
});
