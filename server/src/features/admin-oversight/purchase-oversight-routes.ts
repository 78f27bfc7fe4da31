import * as endpoints from '@lavra/contract/admin/purchases';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLogs } from '../audit/audit-feature.ts';
import { findPurchase } from '../awards/awards-feature.ts';
import { listAdminPurchases } from './admin-purchase-list.ts';
import { getAdminPurchase } from './admin-purchase-view.ts';
import { presentAdminPurchaseSummary } from './oversight-presenter.ts';

/** Mounts the administration's purchase routes, which are read-only. */
export function mountPurchaseOversight(mount: Mount, { db, clock, zone }: Platform): void {
  const today = (): string => localDate(clock.now(), zone);
  const one = {
    load: async ({ purchase }: { purchase: string }) => {
      const uuid = uuidOf(purchase);
      return uuid === undefined ? undefined : findPurchase(db, uuid);
    },
  };

  mount(endpoints.listAdminPurchases, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminPurchases(db, query, zone);
      return { data: rows.map((row) => presentAdminPurchaseSummary(row, today())), meta };
    },
  });
  mount(endpoints.getAdminPurchase, {
    ...one,
    handle: ({ subject }) => getAdminPurchase(db, subject, today()),
  });
  mount(endpoints.listAdminPurchaseLogs, {
    ...one,
    reads: 'replica',
    handle: ({ subject, query, db }) =>
      listLogs(db, { aboutPurchaseId: subject.id }, { query, zone }),
  });
}
