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
import { getAdminOrder } from './admin-order-view.ts';
import { listAdminProposals } from './admin-proposal-list.ts';
import {
  approveOrder,
  resumeOrder,
  returnOrder,
  revokeOrder,
  suspendOrder,
} from './order-oversight-service.ts';
import {
  presentAdminOrderSummary,
  presentAdminProposalSummary,
  presentShortPage,
} from './oversight-presenter.ts';

/** Mounts the administration's order routes. */
export function mountOrderOversight(mount: Mount, platform: Platform): void {
  mountReads(mount, platform);
  mountTransitions(mount, platform);
}

const anyOrder = ({ db }: Platform) => ({
  load: ({ id }: { id: string }) => findOrder(db, id),
});

function mountReads(mount: Mount, platform: Platform): void {
  const { db, clock, zone } = platform;
  const today = (): string => localDate(clock.now(), zone);
  const one = anyOrder(platform);

  mount(endpoints.listAdminOrders, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminOrders(db, query, zone);
      return { data: rows.map((row) => presentAdminOrderSummary(row, today())), meta };
    },
  });
  mount(endpoints.getAdminOrder, {
    ...one,
    handle: ({ caller, subject }) =>
      getAdminOrder(db, subject.id, {
        today: today(),
        mayEdit: caller.permissions.has('orders.edit'),
      }),
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
}

function mountTransitions(mount: Mount, platform: Platform): void {
  const one = anyOrder(platform);
  mount(endpoints.approveOrder, {
    ...one,
    handle: ({ request, subject, ifMatch }) =>
      approveOrder(platform, request, subject.id, { ifMatch }),
  });
  mount(endpoints.returnOrder, {
    ...one,
    handle: ({ request, subject, ifMatch, body }) =>
      returnOrder(platform, request, subject.id, { ifMatch, reason: body.comment }),
  });
  mount(endpoints.suspendOrder, {
    ...one,
    handle: ({ request, subject, ifMatch, body }) =>
      suspendOrder(platform, request, subject.id, { ifMatch, reason: body.reason }),
  });
  mount(endpoints.resumeOrder, {
    ...one,
    handle: ({ request, subject, ifMatch }) =>
      resumeOrder(platform, request, subject.id, { ifMatch }),
  });
  mount(endpoints.revokeOrder, {
    ...one,
    handle: ({ request, subject, ifMatch, body }) =>
      revokeOrder(platform, request, subject.id, { ifMatch, reason: body.reason }),
  });
}
