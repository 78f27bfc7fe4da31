import { getAdminDashboard } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { monthsAround, readDashboardMetrics } from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';

/** What the administration looks at first. */
export function createAdminDashboard({ platform: { db, clock, zone } }: { platform: Platform }) {
  return {
    mountRoutes: (mount: Mount): void => mount(getAdminDashboard, {
      handle: async () => presentAdminDashboard(await readDashboardMetrics(db, monthsAround(localDate(clock.now(), zone), zone))),
    }),
  };
}
