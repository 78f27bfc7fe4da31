import * as endpoints from '@lavra/contract/attachments/endpoints';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { dropUnreferenced } from '../../platform/files/stored-files.ts';
import { noteOrphans, removeUnreferenced } from '../../platform/files/sweep-objects.ts';
import { createFairQueue, QueueFullError } from '../../platform/fair-queue.ts';
import { createCallerQueue } from '../../platform/http/admission/caller-queue.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { findReadableOrder, authorizeOrderReader } from '../proposals/proposals-feature.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import {
  addOrderAttachment,
  deleteOrderAttachment,
  getOrderAttachment,
  listOrderAttachments,
  type AttachmentDeps,
  type Reader,
  type Sending,
} from './attachment-service.ts';
import { findAttachment, removeAttachmentsOf } from './attachment-store.ts';

/**
 * Removes a draft's attachments, and the files that no other order refers to, in the transaction
 * that deletes the draft.
 */
export const removeAttachmentFiles = async (
  { db, now }: UnitOfWork,
  orderId: number,
): Promise<void> => dropUnreferenced(db, await removeAttachmentsOf(db, orderId), now);

/**
 * Creates the attachments of orders. Proposals have none: letterheads and metadata would reveal the
 * supplier.
 */
export function createAttachments(deps: AttachmentDeps & { objects: ObjectStore | undefined }) {
  return {
    mountRoutes: (mount: Mount): void => mountAttachmentRoutes(mount, deps),
    tasks: deps.objects === undefined ? [] : sweepingOf(deps.objects),
  };
}

const HOUR = 3_600_000;

/** Returns the tasks that remove objects which nothing refers to, each seen so twice. */
const sweepingOf = (objects: ObjectStore): readonly Task[] => [
  {
    name: 'orphaned objects',
    everyMs: 24 * HOUR,
    run: (platform, stopping) => noteOrphans({ platform, objects, stopping }),
  },
  {
    name: 'unreferenced objects',
    everyMs: HOUR,
    run: (platform, stopping) => removeUnreferenced({ platform, objects, stopping }),
  },
];

/**
 * Half of the slots for forms: while an object store hangs, those who send attachments to it do not
 * keep out those who send spreadsheets.
 */
function createSending(): Sending {
  const queue = createFairQueue({ atOnce: 8, each: 4, waiting: 0 });
  return (userId, work) =>
    queue.run(userId, work).catch((error: unknown) => {
      throw error instanceof QueueFullError
        ? new RuleError('overloaded', { retry_after: 5 })
        : error;
    });
}

function mountAttachmentRoutes(mount: Mount, deps: AttachmentDeps): void {
  const { platform } = deps;
  const { db } = platform;
  // What an object store sends is held in memory; while it is slow, only its readers wait.
  const fetching = createCallerQueue(
    { atOnce: 16, eachAtOnce: 4, each: 20, waiting: 64 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 2 },
  );
  const sending = createSending();
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
    handle: ({ request, subject, file }) =>
      addOrderAttachment({ ...deps, sending }, request, subject.id, file),
  });
  mount(endpoints.getOrderAttachment, {
    ...one,
    handle: ({ request, subject }) => getOrderAttachment({ ...deps, fetching }, request, subject),
  });
  mount(endpoints.deleteOrderAttachment, {
    ...one,
    handle: ({ request, subject }) => deleteOrderAttachment(platform, request, subject),
  });
}
