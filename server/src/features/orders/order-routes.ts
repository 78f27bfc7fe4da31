import {
  cancelOrder,
  closeOrder,
  compareOrderProposals,
  createOrder,
  deleteOrder,
  duplicateOrder,
  extendOrderDeadline,
  finalizeOrder,
  getOrderActivity,
  getOrderReach,
  getOrderTimeline,
  getProducerDashboard as getDashboard,
  getProducerOrder,
  listOrderedProducts as listOrderedProductsEndpoint,
  listProducerOrders,
  publishOrder,
  updateOrder,
} from '@lavra/contract/orders/endpoints';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readActivity } from './order-activity.ts';
import { compareOrder, type LettersFor } from './order-comparison.ts';
import { listOrders } from './order-list.ts';
import { countAudience } from './order-matching.ts';
import { authorizeProducerOrder } from './order-policy.ts';
import { presentProducerOrderSummary } from './order-presenter.ts';
import type { OrderService } from './order-service.ts';
import { listTimeline } from './order-timeline.ts';
import { listOrderedProducts } from './ordered-products.ts';
import { findOrder } from './order-view.ts';
import { getProducerDashboard } from './producer-dashboard.ts';

export interface OrderRoutesDeps {
  readonly platform: Platform;
  readonly service: OrderService;
  readonly lettersFor: LettersFor;
}

/** Mounts the producer's order routes. */
export function mountOrderRoutes(
  mount: Mount,
  { platform, service, lettersFor }: OrderRoutesDeps,
): void {
  const { db, clock, zone } = platform;
  const today = (): string => localDate(clock.now(), zone);
  const own = {
    load: ({ order }: { order: string }) => findOrder(db, order),
    policy: authorizeProducerOrder,
  };

  mount(getDashboard, {
    handle: ({ caller }) => getProducerDashboard(db, caller.producerId, today()),
  });
  mount(listProducerOrders, {
    handle: async ({ caller, query }) => {
      const { rows, meta } = await listOrders(db, query, { producerId: caller.producerId, zone });
      return { data: rows.map((row) => presentProducerOrderSummary(row, today())), meta };
    },
  });
  mount(listOrderedProductsEndpoint, {
    handle: ({ caller, query }) =>
      listOrderedProducts(db, {
        producerId: caller.producerId,
        except: query.except,
        zone,
        today: today(),
      }),
  });
  mount(createOrder, { handle: ({ caller, body }) => service.create(caller, body) });
  mount(getProducerOrder, { ...own, handle: ({ subject }) => service.view(subject.id) });
  mount(updateOrder, {
    ...own,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.update(caller, subject.id, body, ifMatch),
  });
  mount(deleteOrder, {
    ...own,
    handle: ({ caller, subject }) => service.remove(caller, subject.id),
  });

  const argumentsOf = ({
    caller,
    subject,
    ifMatch,
  }: {
    caller: ProducerCaller;
    subject: { id: number };
    ifMatch: number | undefined;
  }) => [caller, subject.id, { ifMatch }] as const;
  mount(publishOrder, { ...own, handle: (context) => service.publish(...argumentsOf(context)) });
  mount(closeOrder, { ...own, handle: (context) => service.close(...argumentsOf(context)) });
  mount(finalizeOrder, { ...own, handle: (context) => service.finalize(...argumentsOf(context)) });
  mount(cancelOrder, {
    ...own,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.cancel(caller, subject.id, { ifMatch, reason: body.reason }),
  });

  mount(extendOrderDeadline, {
    ...own,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.extendDeadline(caller, subject.id, {
        deadlineDate: body.deadline_date,
        deliveryDate: body.delivery_date,
        ifMatch,
      }),
  });
  mount(duplicateOrder, {
    ...own,
    handle: ({ caller, subject, body }) => service.duplicate(caller, subject.id, body),
  });

  mount(getOrderReach, { ...own, handle: ({ subject }) => countAudience(db, subject.id) });
  mount(getOrderActivity, { ...own, handle: ({ subject }) => readActivity(db, subject.id) });
  mount(getOrderTimeline, { ...own, handle: ({ subject }) => listTimeline(db, subject.id) });
  mount(compareOrderProposals, {
    ...own,
    handle: ({ caller, subject, query }) =>
      compareOrder(db, lettersFor, {
        orderId: subject.id,
        sessionId: caller.sessionId,
        proposals: [...(query['proposals[]'] ?? []), ...(query.proposals ?? [])],
        today: today(),
      }),
  });
}
