import { randomUUIDv7 } from 'node:crypto';
import type { Message } from '@lavra/contract/accounts/schemas';
import {
  MAX_ATTACHMENTS,
  type AttachmentType,
  type OrderAttachment,
} from '@lavra/contract/attachments/schemas';
import type { FileContent, UploadedFile } from '@lavra/contract/kit/endpoint';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { FileStore, StagedContent } from '../../platform/files/file-store.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import { mediaTypeOf } from '../../platform/files/media-type.ts';
import { dropUnreferenced } from '../../platform/files/stored-files.ts';
import { pageMeta, pageRequest, type PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { maskWords } from '../identities/identities-feature.ts';
import { lockOrder } from '../orders/orders-feature.ts';
import { getSetting } from '../settings/settings-feature.ts';
import { attachmentFilename } from './attachment-filename.ts';
import {
  findAttachment,
  insertAttachment,
  listAttachments,
  lockHeldBytes,
  removeAttachment,
  type AttachmentRow,
} from './attachment-store.ts';

/** Who may read the attachments of an order. */
export type Reader = SupplierCaller | ProducerCaller;

/** The platform, and where contents are stored. */
export interface AttachmentDeps {
  readonly platform: Platform;
  readonly files: FileStore;
}

/** Returns all attachments of an order. Suppliers read the names without contacts. */
export async function listOrderAttachments(
  { db }: Platform,
  caller: Reader,
  orderId: number,
): Promise<{ data: OrderAttachment[]; meta: PageMeta }> {
  const attachments = await forReader(caller, await listAttachments(db, orderId));
  return {
    data: attachments.map(presentAttachment),
    meta: pageMeta(pageRequest({ per_page: MAX_ATTACHMENTS }), attachments.length, null),
  };
}

/**
 * Checks the content and attaches it. The same content sent again returns the existing attachment.
 * Throws `InvalidFields`.
 */
export async function addOrderAttachment(
  { platform: { command, db }, files, sending }: AttachmentDeps & { sending: Sending },
  request: Request<ProducerCaller>,
  orderId: number,
  { filename, content, sha256 }: UploadedFile,
): Promise<OrderAttachment> {
  if (content.length === 0) throw InvalidFields.of('file', 'file_empty');
  const mediaType = mediaTypeOf(content);
  if (mediaType === undefined) throw InvalidFields.of('file', 'file_type');
  const file = { sha256, mediaType, content };
  const keep = (staged: StagedContent | undefined): Promise<OrderAttachment> =>
    command(request, (uow) =>
      attach(uow, request.caller, files, {
        orderId,
        filename,
        mediaType,
        sha256,
        size: content.length,
        staged,
      }),
    );
  if (!files.isOutside) return files.staging(db, file, keep);
  try {
    // What is refused, or there already, is not sent anywhere.
    const attached = await keep(undefined);
    if (await files.isWhole(db, sha256)) return attached;
  } catch (error) {
    if (!(error instanceof StillToSend)) throw error;
  }
  return sending(request.caller.userId, () => files.staging(db, file, keep));
}

/** Runs a person's upload to another service; throws `overloaded` where too many are under way. */
export type Sending = <T>(userId: number, work: () => Promise<T>) => Promise<T>;

/** The attachment may be added, and its content has yet to be brought to where it will stay. */
class StillToSend extends Error {
  override readonly name = 'StillToSend';
}

interface NewFile {
  readonly orderId: number;
  readonly filename: string;
  readonly mediaType: AttachmentType;
  readonly sha256: Buffer;
  readonly size: number;
  /** Absent: it is only asked whether the file would be attached. */
  readonly staged: StagedContent | undefined;
}

async function attach(
  uow: UnitOfWork,
  { producerId }: ProducerCaller,
  files: FileStore,
  { orderId, filename, mediaType, sha256, size, staged }: NewFile,
): Promise<OrderAttachment> {
  await lockChangeable(uow.db, orderId);
  const attached = await listAttachments(uow.db, orderId);
  const same = attached.find((attachment) => attachment.sha256.equals(sha256));
  if (same !== undefined) return presentAttachment(same);
  if (attached.length >= MAX_ATTACHMENTS)
    throw new RuleError('attachments_limit', { count: attached.length });
  await assertFits(uow.db, producerId, { sha256, size });
  if (staged === undefined) throw new StillToSend();
  const uuid = randomUUIDv7();
  await files.keep(uow.db, staged, uow.now);
  await insertAttachment(uow.db, {
    uuid,
    orderId,
    sha256,
    filename: attachmentFilename(filename, mediaType),
    now: uow.now,
  });
  uow.orderEvent({ orderId, event: 'attachment.added' });
  const added = (await findAttachment(uow.db, orderId, uuid)) ?? gone();
  uow.audit({
    action: 'updated',
    event: 'attachment.added',
    resourceType: 'order',
    resourceId: orderId,
    newValues: { attachment_id: added.id },
  });
  return presentAttachment(added);
}

/**
 * Returns the file as it was sent, for suppliers without contacts in its name. Throws
 * `attachment_not_found` when it has just been removed.
 */
export async function getOrderAttachment(
  { platform: { db }, files, fetching }: AttachmentDeps & { fetching: CallerQueue },
  request: HttpRequest<Reader>,
  attachment: AttachmentRow,
): Promise<FileContent> {
  const [{ filename, sha256, media_type } = attachment] = await forReader(request.caller, [
    attachment,
  ]);
  return {
    content: (await files.read(db, sha256, (work) => fetching(request, work))) ?? gone(),
    filename,
    mediaType: media_type,
  };
}

/** Removes an attachment, and its file where no other order refers to it. */
export const deleteOrderAttachment = (
  { command }: Platform,
  request: Request<ProducerCaller>,
  { id, order_id, sha256 }: AttachmentRow,
): Promise<Message> =>
  command(request, async (uow) => {
    await lockChangeable(uow.db, order_id);
    if (!(await removeAttachment(uow.db, id))) gone();
    await dropUnreferenced(uow.db, [sha256], uow.now);
    uow.orderEvent({ orderId: order_id, event: 'attachment.removed' });
    uow.audit({
      action: 'updated',
      event: 'attachment.removed',
      resourceType: 'order',
      resourceId: order_id,
      newValues: { attachment_id: id },
    });
    return { message: 'Anexo excluído.' };
  });

const forReader = async (
  { userType }: Reader,
  attachments: AttachmentRow[],
): Promise<AttachmentRow[]> =>
  userType === 'fornecedor' ? maskWords(attachments, ['filename']) : attachments;

const changeable: ReadonlySet<OrderStatus> = new Set(['rascunho', 'pendente', 'publicada']);

/**
 * Locks the order, so that concurrent requests count its attachments and check its status one after
 * the other. The order's version does not change: an autosave must not be rejected because of an
 * attachment.
 */
async function lockChangeable(db: Db, orderId: number): Promise<void> {
  const order = await lockOrder(db, orderId, 'update');
  if (order === undefined) throw new RuleError('order_not_found');
  if (!changeable.has(order.status)) throw new RuleError('order_attachments_fixed');
  if (order.suspended) throw new RuleError('order_attachments_suspended');
}

const MB = 1024 * 1024;

/**
 * Throws when the producer's attachments would exceed the room that the setting gives each
 * producer.
 */
async function assertFits(
  db: Db,
  producerId: number,
  { sha256, size }: { sha256: Buffer; size: number },
): Promise<void> {
  const used = await lockHeldBytes(db, producerId, sha256);
  const limit = await getSetting(db, 'orders.attachments_mb');
  if (used + size > limit * MB)
    throw new RuleError('attachments_quota', { used: Math.ceil(used / MB), limit });
}

const presentAttachment = ({
  id,
  uuid,
  filename,
  media_type,
  size,
  created_at,
}: AttachmentRow): OrderAttachment => ({
  id,
  uuid,
  filename,
  media_type,
  size,
  created_at: wireTime(created_at),
});

function gone(): never {
  throw new RuleError('attachment_not_found');
}
