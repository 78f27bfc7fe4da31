import { getAdminDashboard, getAdminPeriod, getAdminWork } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRevenueMetrics } from '../subscriptions/subscriptions-feature.ts';
import { areMany, monthsAround, readDashboardMetrics } from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';
import { cacheWhenMany } from './cached-metrics.ts';
import { readAdminPeriod } from './period-metrics.ts';
import { areManyWeeks, presentWeeklyFigures, readWeeklyFigures } from './weekly-figures.ts';
import { readWorkLines } from './work-lines.ts';

/** Creates the administration's dashboard. */
export function createAdminDashboard({ platform: { clock, zone } }: { platform: Platform }) {
  const today = (): string => localDate(clock.now(), zone);
  const metrics = cacheWhenMany(
    (db) => readDashboardMetrics(db, monthsAround(today(), zone)),
    areMany,
    clock,
  );
  const weeks = cacheWhenMany((db) => readWeeklyFigures(db, today(), zone), areManyWeeks, clock);
  return {
    mountRoutes: (mount: Mount): void => {
      mount(getAdminDashboard, {
        reads: 'replica',
        handle: async ({ db }) =>
          presentAdminDashboard(
            ...(await Promise.all([metrics(db), readRevenueMetrics(db, { today: today(), zone })])),
          ),
      });
      mount(getAdminPeriod, {
        reads: 'replica',
        handle: ({ query, db }) => readAdminPeriod(db, query, zone),
      });
      mount(getAdminWork, {
        reads: 'replica',
        handle: async ({ caller: { permissions }, db }) => {
          const [lines, read] = await Promise.all([
            readWorkLines(db, { now: clock.now(), today: today(), permissions }),
            weeks(db),
          ]);
          return { lines, figures: presentWeeklyFigures(read) };
        },
      });
    },
  };
}
