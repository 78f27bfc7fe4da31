import { getAdminDashboard } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRevenueMetrics } from '../subscriptions/subscriptions-feature.ts';
import { monthsAround, readDashboardMetrics } from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';

/** What the administration looks at first. */
export function createAdminDashboard({ platform: { db, clock, zone } }: { platform: Platform }) {
  return {
    mountRoutes: (mount: Mount): void => mount(getAdminDashboard, {
      handle: async () => {
        const today = localDate(clock.now(), zone);
        return presentAdminDashboard(...await Promise.all([readDashboardMetrics(db, monthsAround(today, zone)), readRevenueMetrics(db, { today, zone })]));
      },
    }),
  };
}
