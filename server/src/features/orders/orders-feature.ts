// Public API of the orders feature.
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LettersFor } from './order-comparison.ts';
import { mountOrderRoutes } from './order-routes.ts';
import { createOrderService, type RemoveAttachmentFiles } from './order-service.ts';
import { orderTasks } from './scheduled/order-tasks.ts';

export {
  createManyOrders,
  type BulkOrder,
  type BulkOrderColumns,
  type BulkOrderItem,
} from './bulk/create-many-orders.ts';
export { listTakenNumbers, reserveNumbers } from './bulk/order-numbers.ts';
export { lockOrdersOf, refreshOrderTypes } from './derived-columns.ts';
export { lockOrder, applyTransition, type LockedOrder } from './order-lock.ts';
export {
  applyAction,
  approveOrder,
  expireOrder,
  publishOrder,
  resumeOrder,
  returnOrder,
  revokeOrder,
  suspendOrder,
  type ActionOptions,
  type OrderAction,
} from './order-actions.ts';
export { followOwner } from './owner-standing.ts';
export { holdOwner } from './owner-hold.ts';
export { everyProfileSql, matchesSql, profileSql } from './order-matching.ts';
export { availableSql } from './available-sql.ts';
export { offeredSql } from './offered-sql.ts';
export { visibleSql } from './visible-sql.ts';
export { compareNamed, type NamedComparison } from './order-comparison.ts';
export { orderItemColumns, presentOrderItem, type OrderItemRow } from './order-item.ts';
export {
  legalNotice,
  presentProducerOrder,
  presentProducerOrderSummary,
} from './order-presenter.ts';
export {
  orderSummaryColumns,
  orderSummarySql,
  presentOrderSummary,
  type OrderSummaryRow,
} from './order-summary.ts';
export { listNamedTimeline } from './order-timeline.ts';
export {
  findOrder,
  listOrderItems,
  proposalsCount,
  selectProducerOrders,
  type OrderRef,
  type ProducerOrderRow,
} from './order-view.ts';

/**
 * Creates the feature of a producer's orders, from the draft to the comparison. Proposals provide
 * the letters, attachments the removal of files.
 */
export function createOrders({
  platform,
  lettersFor,
  removeAttachmentFiles,
}: {
  platform: Platform;
  lettersFor: LettersFor;
  removeAttachmentFiles: RemoveAttachmentFiles;
}) {
  const service = createOrderService({ platform, removeAttachmentFiles });
  return {
    tasks: orderTasks,
    mountRoutes: (mount: Mount): void => mountOrderRoutes(mount, { platform, service, lettersFor }),
  };
}
