import type { AdminDashboard, AdminWork } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRevenueMetrics } from '../subscriptions/subscriptions-feature.ts';
import { readDashboardMetrics } from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';
import { readWeeklyFigures } from './weekly-figures.ts';
import { readWorkLines } from './work-lines.ts';

const todayOf = ({ clock, zone }: Platform): string => localDate(clock.now(), zone);

/** Returns the figures of the whole service. */
export async function getAdminDashboard(db: Db, platform: Platform): Promise<AdminDashboard> {
  const today = todayOf(platform);
  return presentAdminDashboard(
    ...(await Promise.all([
      readDashboardMetrics(db, today),
      readRevenueMetrics(db, { today, zone: platform.zone }),
    ])),
  );
}

/** Returns what waits for the caller, and the figures of the last weeks. */
export async function getAdminWork(
  db: Db,
  platform: Platform,
  { permissions }: AdminCaller,
): Promise<AdminWork> {
  const today = todayOf(platform);
  const [lines, figures] = await Promise.all([
    readWorkLines(db, { now: platform.clock.now(), today, permissions }),
    readWeeklyFigures(db, today),
  ]);
  return { lines, figures };
}
