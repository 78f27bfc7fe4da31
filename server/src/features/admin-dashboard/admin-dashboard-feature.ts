import { getAdminDashboard, getAdminPeriod } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRevenueMetrics } from '../subscriptions/subscriptions-feature.ts';
import { monthsAround, readDashboardMetrics } from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';
import { cacheWhenMany } from './cached-metrics.ts';
import { readAdminPeriod } from './period-metrics.ts';

/** Creates the administration's dashboard. */
export function createAdminDashboard({ platform: { db, clock, zone } }: { platform: Platform }) {
  const today = (): string => localDate(clock.now(), zone);
  const metrics = cacheWhenMany(() => readDashboardMetrics(db, monthsAround(today(), zone)), clock);
  return {
    mountRoutes: (mount: Mount): void => {
      mount(getAdminDashboard, {
        handle: async () =>
          presentAdminDashboard(
            ...(await Promise.all([metrics(), readRevenueMetrics(db, { today: today(), zone })])),
          ),
      });
      mount(getAdminPeriod, { handle: ({ query }) => readAdminPeriod(db, query, zone) });
    },
  };
}
