import * as endpoints from '@lavra/contract/orders/endpoints';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOrderActivity } from './order-activity.ts';
import {
  compareOrderProposals,
  createComparingQueue,
  type LettersFor,
} from './order-comparison.ts';
import { extendOrderDeadline } from './order-deadline.ts';
import { cancelOrder, closeOrder, finalizeOrder, publishOrder } from './order-decisions.ts';
import {
  createOrder,
  deleteOrder,
  updateOrder,
  type RemoveAttachmentFiles,
} from './order-drafts.ts';
import { duplicateOrder } from './order-duplicate.ts';
import { listProducerOrders } from './order-list.ts';
import { getOrderReach } from './order-matching.ts';
import { authorizeProducerOrder } from './order-policy.ts';
import { getOrderTimeline } from './order-timeline.ts';
import { findOrder } from './order-view.ts';
import { listOrderedProducts } from './ordered-products.ts';
import { getProducerDashboard } from './producer-dashboard.ts';
import { getProducerOrder } from './producer-order.ts';

export interface OrderRoutesDeps {
  readonly platform: Platform;
  readonly lettersFor: LettersFor;
  readonly removeAttachmentFiles: RemoveAttachmentFiles;
}

/** Mounts the producer's order routes. */
export function mountOrderRoutes(mount: Mount, deps: OrderRoutesDeps): void {
  mountReads(mount, deps);
  mountDrafts(mount, deps);
  mountDecisions(mount, deps);
}

const ownOrder = ({ db }: Platform) => ({
  load: ({ order }: { order: string }) => findOrder(db, order),
  policy: authorizeProducerOrder,
});

function mountReads(mount: Mount, { platform, lettersFor }: OrderRoutesDeps): void {
  const { db, clock, zone } = platform;
  const today = (): string => localDate(clock.now(), zone);
  const own = ownOrder(platform);
  const comparing = createComparingQueue();
  mount(endpoints.getProducerDashboard, {
    handle: ({ caller }) => getProducerDashboard(db, caller.producerId, today()),
  });
  mount(endpoints.listProducerOrders, {
    handle: ({ caller, query }) => listProducerOrders(platform, caller, query),
  });
  mount(endpoints.listOrderedProducts, {
    handle: ({ caller, query }) =>
      listOrderedProducts(db, {
        producerId: caller.producerId,
        except: query.except,
        zone,
        today: today(),
      }),
  });
  mount(endpoints.getProducerOrder, {
    ...own,
    handle: ({ subject }) => getProducerOrder(db, subject.id, today()),
  });
  mount(endpoints.getOrderReach, {
    ...own,
    handle: ({ subject }) => getOrderReach(db, subject.id),
  });
  mount(endpoints.getOrderActivity, {
    ...own,
    handle: ({ subject }) => getOrderActivity(db, subject.id),
  });
  mount(endpoints.getOrderTimeline, {
    ...own,
    handle: ({ subject }) => getOrderTimeline(db, subject.id),
  });
  mount(endpoints.compareOrderProposals, {
    ...own,
    handle: ({ request, subject, query }) =>
      compareOrderProposals(db, { lettersFor, comparing }, request, {
        orderId: subject.id,
        itemsCount: subject.items_count,
        proposals: [...(query['proposals[]'] ?? []), ...(query.proposals ?? [])],
        today: today(),
      }),
  });
}

function mountDrafts(mount: Mount, { platform, removeAttachmentFiles }: OrderRoutesDeps): void {
  const own = ownOrder(platform);
  mount(endpoints.createOrder, {
    handle: ({ request, body }) => createOrder(platform, request, body),
  });
  mount(endpoints.updateOrder, {
    ...own,
    handle: ({ request, subject, body, ifMatch }) =>
      updateOrder(platform, request, subject.id, { body, ifMatch }),
  });
  mount(endpoints.deleteOrder, {
    ...own,
    handle: ({ request, subject }) =>
      deleteOrder(platform, removeAttachmentFiles, request, subject.id),
  });
  mount(endpoints.duplicateOrder, {
    ...own,
    handle: ({ request, subject, body }) => duplicateOrder(platform, request, subject.id, body),
  });
}

function mountDecisions(mount: Mount, { platform }: OrderRoutesDeps): void {
  const own = ownOrder(platform);
  mount(endpoints.publishOrder, {
    ...own,
    handle: ({ request, subject, ifMatch }) =>
      publishOrder(platform, request, subject.id, { ifMatch }),
  });
  mount(endpoints.closeOrder, {
    ...own,
    handle: ({ request, subject, ifMatch }) =>
      closeOrder(platform, request, subject.id, { ifMatch }),
  });
  mount(endpoints.finalizeOrder, {
    ...own,
    handle: ({ request, subject, ifMatch }) =>
      finalizeOrder(platform, request, subject.id, { ifMatch }),
  });
  mount(endpoints.cancelOrder, {
    ...own,
    handle: ({ request, subject, body, ifMatch }) =>
      cancelOrder(platform, request, subject.id, { ifMatch, reason: body.reason }),
  });
  mount(endpoints.extendOrderDeadline, {
    ...own,
    handle: ({ request, subject, body, ifMatch }) =>
      extendOrderDeadline(platform, request, subject.id, {
        deadlineDate: body.deadline_date,
        deliveryDate: body.delivery_date,
        ifMatch,
      }),
  });
}
