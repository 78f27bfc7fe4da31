import * as endpoints from '@lavra/contract/attachments/endpoints';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { dropUnreferenced } from '../../platform/files/stored-files.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { findReadableOrder, authorizeOrderReader } from '../proposals/proposals-feature.ts';
import {
  addOrderAttachment,
  deleteOrderAttachment,
  getOrderAttachment,
  listOrderAttachments,
  type AttachmentDeps,
  type Reader,
} from './attachment-service.ts';
import { findAttachment, removeAttachmentsOf } from './attachment-store.ts';

/**
 * Removes a draft's attachments, and the files that no other order refers to, in the transaction
 * that deletes the draft.
 */
export const removeAttachmentFiles = async (db: Db, orderId: number): Promise<void> =>
  dropUnreferenced(db, await removeAttachmentsOf(db, orderId));

/**
 * Creates the attachments of orders. Proposals have none: letterheads and metadata would reveal the
 * supplier.
 */
export function createAttachments(deps: AttachmentDeps) {
  return {
    mountRoutes: (mount: Mount): void => mountAttachmentRoutes(mount, deps),
  };
}

function mountAttachmentRoutes(mount: Mount, deps: AttachmentDeps): void {
  const { platform } = deps;
  const { db } = platform;
  const ofOrder = {
    load: ({ order }: { order: string }, caller: Reader) => findReadableOrder(db, order, caller),
    policy: authorizeOrderReader,
  };
  /**
   * Loads an attachment. An order the caller may not know of is 404 with its attachments; another
   * producer's order is 403, and an unknown attachment 404.
   */
  const one = {
    load: async (
      { order: value, attachment }: { order: string; attachment: string },
      caller: Reader,
    ) => {
      const order = await findReadableOrder(db, value, caller);
      if (order === undefined) throw new RuleError('order_not_found');
      return findAttachment(db, order.id, attachment);
    },
    policy: authorizeOrderReader,
  };

  mount(endpoints.listOrderAttachments, {
    ...ofOrder,
    handle: ({ caller, subject }) => listOrderAttachments(platform, caller, subject.id),
  });
  mount(endpoints.addOrderAttachment, {
    ...ofOrder,
    handle: ({ request, subject, file }) => addOrderAttachment(deps, request, subject.id, file),
  });
  mount(endpoints.getOrderAttachment, {
    ...one,
    handle: ({ caller, subject }) => getOrderAttachment(deps, caller, subject),
  });
  mount(endpoints.deleteOrderAttachment, {
    ...one,
    handle: ({ request, subject }) => deleteOrderAttachment(platform, request, subject),
  });
}
