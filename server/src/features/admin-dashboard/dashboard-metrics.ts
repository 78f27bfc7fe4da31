import { addDays } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { readTotals, type DailyScope, type Days } from '../totals/totals-feature.ts';

const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;

/** What the waits are computed from: how many, and how long together. */
const waitScopes = [
  'orders_answered',
  'answered_after_us',
  'orders_finished',
  'finished_after_us',
  'proposals_approved',
  'approved_after_us',
] as const satisfies readonly DailyScope[];

/** Returns the average of a sum; null when there is nothing in it. */
const mean = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);

/** Returns the average waits; null where nothing waited. */
const waitsOf = (sums: Record<(typeof waitScopes)[number], number>) => ({
  duration_days: mean(sums.finished_after_us / DAY_US, sums.orders_finished),
  approval_hours: mean(sums.approved_after_us / HOUR_US, sums.proposals_approved),
  first_proposal_hours: mean(sums.answered_after_us / HOUR_US, sums.orders_answered),
});

const dashboardScopes = [
  ...waitScopes,
  'users_produtor',
  'users_fornecedor',
  'users_consultor',
  'users_admin',
  'orders',
  'orders_active',
  'orders_published',
  'proposals',
  'proposals_accepted',
  'bought_cents',
  'items_asked',
  'items_bought',
] as const satisfies readonly DailyScope[];

const periodScopes = [
  ...waitScopes,
  'orders_published',
  'proposals_submitted',
  'proposals_accepted',
  'bought_cents',
  'revenue_cents',
] as const satisfies readonly DailyScope[];

/** Returns the days of last month and of this one, of which `today` is a day. */
export function monthsAround(today: string): { readonly last: Days; readonly current: Days } {
  const from = `${today.slice(0, 7)}-01`;
  const last = `${addDays(from, -1).slice(0, 7)}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  return { last: { from: last, until: from }, current: { from, until: next } };
}

/** Reads the sums of the dashboard, and what was bought in the month before this one and in this one. */
export async function readDashboardMetrics(db: Db, today: string) {
  const { last, current } = monthsAround(today);
  const [sums, bought_last_month, bought_this_month] = await Promise.all([
    readTotals(db, dashboardScopes),
    readTotals(db, ['bought_cents'], last),
    readTotals(db, ['bought_cents'], current),
  ]);
  return { sums, waits: waitsOf(sums), bought_last_month, bought_this_month };
}
export type DashboardMetrics = Awaited<ReturnType<typeof readDashboardMetrics>>;

/** Reads the sums of some days. */
export async function readPeriodMetrics(db: Db, days: Days) {
  const sums = await readTotals(db, periodScopes, days);
  return { sums, waits: waitsOf(sums) };
}
