import type { AdminDashboard, AdminWork } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readRevenueMetrics } from '../subscriptions/subscriptions-feature.ts';
import { cacheWhenMany } from './cached-metrics.ts';
import {
  areMany,
  monthsAround,
  readDashboardMetrics,
  type DashboardMetrics,
} from './dashboard-metrics.ts';
import { presentAdminDashboard } from './dashboard-presenter.ts';
import {
  areManyWeeks,
  presentWeeklyFigures,
  readWeeklyFigures,
  type WeeklyFigures,
} from './weekly-figures.ts';
import { readWorkLines } from './work-lines.ts';

/** The figures that are read at most once a minute where they count many rows. */
export interface CachedFigures {
  readonly metrics: (db: Db) => Promise<DashboardMetrics>;
  readonly weeks: (db: Db) => Promise<WeeklyFigures>;
}

const todayOf = ({ clock, zone }: Platform): string => localDate(clock.now(), zone);

/** Creates the reads of the dashboard's figures, which hold what they have read. */
export const createCachedFigures = (platform: Platform): CachedFigures => ({
  metrics: cacheWhenMany(
    (db) => readDashboardMetrics(db, monthsAround(todayOf(platform), platform.zone)),
    areMany,
    platform.clock,
  ),
  weeks: cacheWhenMany(
    (db) => readWeeklyFigures(db, todayOf(platform), platform.zone),
    areManyWeeks,
    platform.clock,
  ),
});

/** Returns the figures of the whole service. */
export async function getAdminDashboard(
  db: Db,
  platform: Platform,
  { metrics }: CachedFigures,
): Promise<AdminDashboard> {
  const { zone } = platform;
  return presentAdminDashboard(
    ...(await Promise.all([
      metrics(db),
      readRevenueMetrics(db, { today: todayOf(platform), zone }),
    ])),
  );
}

/** Returns what waits for the caller, and the figures of the last weeks. */
export async function getAdminWork(
  db: Db,
  platform: Platform,
  { weeks }: CachedFigures,
  { permissions }: AdminCaller,
): Promise<AdminWork> {
  const [lines, read] = await Promise.all([
    readWorkLines(db, { now: platform.clock.now(), today: todayOf(platform), permissions }),
    weeks(db),
  ]);
  return { lines, figures: presentWeeklyFigures(read) };
}
