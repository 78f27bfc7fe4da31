import * as endpoints from '@lavra/contract/admin/orders';
import { listAdminOrderProposals } from '@lavra/contract/admin/proposals';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLogs } from '../audit/audit-feature.ts';
import {
  findOrder,
  listNamedTimeline,
  listOrderItems,
  presentOrderItem,
} from '../orders/orders-feature.ts';
import { listAdminOrders } from './admin-order-list.ts';
import { listAdminProposals } from './admin-proposal-list.ts';
import type { OrderOversightService } from './order-oversight-service.ts';
import {
  presentAdminOrderSummary,
  presentAdminProposalSummary,
  presentShortPage,
} from './oversight-presenter.ts';

/** Mounts the administration's order routes. */
export function mountOrderOversight(
  mount: Mount,
  { db, clock, zone }: Platform,
  service: OrderOversightService,
): void {
  const today = (): string => localDate(clock.now(), zone);
  const one = { load: ({ id }: { id: string }) => findOrder(db, id) };

  mount(endpoints.listAdminOrders, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminOrders(db, query, zone);
      return { data: rows.map((row) => presentAdminOrderSummary(row, today())), meta };
    },
  });
  mount(endpoints.getAdminOrder, {
    ...one,
    handle: ({ caller, subject }) => service.view(caller, subject.id),
  });
  mount(endpoints.listAdminOrderItems, {
    ...one,
    handle: async ({ subject, query }) =>
      presentShortPage((await listOrderItems(db, subject.id)).map(presentOrderItem), query),
  });
  mount(listAdminOrderProposals, {
    ...one,
    reads: 'replica',
    handle: async ({ subject, query, db }) => {
      const { rows, meta } = await listAdminProposals(
        db,
        { ...query, order_id: subject.id },
        { zone, today: today() },
      );
      return { data: rows.map((row) => presentAdminProposalSummary(row, today())), meta };
    },
  });
  mount(endpoints.getAdminOrderTimeline, {
    ...one,
    handle: ({ subject }) => listNamedTimeline(db, subject.id),
  });
  mount(endpoints.listAdminOrderLogs, {
    ...one,
    reads: 'replica',
    handle: ({ subject, query, db }) => listLogs(db, { aboutOrderId: subject.id }, { query, zone }),
  });

  mount(endpoints.approveOrder, {
    ...one,
    handle: ({ caller, subject, ifMatch }) => service.approve(caller, subject.id, { ifMatch }),
  });
  mount(endpoints.returnOrder, {
    ...one,
    handle: ({ caller, subject, ifMatch, body }) =>
      service.returnToProducer(caller, subject.id, { ifMatch, reason: body.comment }),
  });
  mount(endpoints.suspendOrder, {
    ...one,
    handle: ({ caller, subject, ifMatch, body }) =>
      service.suspend(caller, subject.id, { ifMatch, reason: body.reason }),
  });
  mount(endpoints.resumeOrder, {
    ...one,
    handle: ({ caller, subject, ifMatch }) => service.resume(caller, subject.id, { ifMatch }),
  });
  mount(endpoints.revokeOrder, {
    ...one,
    handle: ({ caller, subject, ifMatch, body }) =>
      service.revoke(caller, subject.id, { ifMatch, reason: body.reason }),
  });
}
