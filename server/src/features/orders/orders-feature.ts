// Public API of the orders feature.
import type { Mount } from '../../platform/http/mount.ts';
import { mountOrderRoutes, type OrderRoutesDeps } from './order-routes.ts';
import { orderTasks } from './scheduled/order-tasks.ts';

// Commands: each writes within the caller's unit of work.
export {
  createManyOrders,
  type BulkOrder,
  type BulkOrderColumns,
  type BulkOrderItem,
} from './bulk/create-many-orders.ts';
export { listTakenNumbers, reserveNumbers } from './bulk/order-numbers.ts';
export { lockOrdersOf, refreshOrderTypes } from './derived-columns.ts';
export {
  approveOrder,
  expireOrder,
  resumeOrder,
  returnOrder,
  revokeOrder,
  suspendOrder,
  type ActionOptions,
} from './order-actions.ts';
export { changeDraft, removeDraft, takeNumber, writeDraft } from './order-drafts.ts';
export {
  applyTransition,
  lockOrder,
  lockOrderToWrite,
  raiseVersion,
  type LockedOrder,
} from './order-lock.ts';
export { holdOwner } from './owner-hold.ts';
export { followOwner } from './owner-standing.ts';
export { notePublicationRequest } from './publication-request.ts';

// Reads, with their presenters and policies.
export { compareNamed, type NamedComparison } from './order-comparison.ts';
export {
  maskOrderItems,
  presentOrderItem,
  requestedTexts,
  type OrderItemRow,
  type RequestedItem,
} from './order-item.ts';
export { inSelection } from './order-list.ts';
export { authorizeProducerOrder } from './order-policy.ts';
export { presentProducerOrder, presentProducerOrderSummary } from './order-presenter.ts';
export { presentOrderSummary, type OrderSummaryRow } from './order-summary.ts';
export { listNamedTimeline } from './order-timeline.ts';
export {
  findOrder,
  listOrderItems,
  proposalsCount,
  selectProducerOrders,
  type FoundOrder,
  type ListedItemRow,
  type OrderRef,
} from './order-view.ts';
export { getProducerOrder } from './producer-order.ts';

// SQL: conditions, columns and joins of other features' statements.
export { availableSql } from './available-sql.ts';
export { landedTotalSql } from './landed-sql.ts';
export { askedColumns, competesSql, offeredSql, unwantedSql } from './offered-sql.ts';
export { orderItemColumns, requestedItemColumns } from './order-item.ts';
export { everyProfileSql, matchesSql, matchesSupplier, profileSql } from './order-matching.ts';
export { orderQueueSql, supplierWritesSql } from './order-queue.ts';
export { orderSummaryColumns, orderSummarySql } from './order-summary.ts';
export { producerContactSql, producerJoins, type ProducerContactRow } from './producer-contact.ts';
export { requestDueSql } from './publication-request.ts';
export { foundBySupplier } from './supplier-search.ts';
export { unboughtSql } from './unbought-sql.ts';
export { visibleSql } from './visible-sql.ts';
export { foundByWords, saysWord } from './word-search.ts';

/**
 * Creates the feature of a producer's orders, from the draft to the comparison. Proposals provide
 * the letters, attachments the removal of a draft's files.
 */
export const createOrders = (deps: OrderRoutesDeps) => ({
  tasks: orderTasks,
  mountRoutes: (mount: Mount): void => mountOrderRoutes(mount, deps),
});
