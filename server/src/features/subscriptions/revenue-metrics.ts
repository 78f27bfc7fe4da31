import type { MonthlyRevenue, SubscriptionMetrics } from '@lavra/contract/admin/subscriptions';
import { addDays, startOfDay } from '@lavra/domain/calendar/calendar';
import { monthStart } from '@lavra/domain/subscription/months';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { wireNumber } from '../../platform/text/wire.ts';

/** Number of days before its due date from which a running subscription counts as near it. */
export const NEAR_DAYS = 7;
const MONTHS = 6;

// The only definition of each figure. What an active subscription brings in a year is what was paid
// for the running period; its plan's price only where that amount is not known. A payment
// counts by its date and stays counted when it is refunded; a refund counts in the month in which it succeeded.
const readMetrics = statement({
  name: 'revenue-metrics',
  params: params<{
    today: string;
    near: string;
    first_month: string;
    this_month: string;
    next_month: string;
    month_began: Date;
    month_ends: Date;
  }>(),
  columns: {
    active: col.int,
    trial: col.int,
    expired: col.int,
    cancelled: col.int,
    near_expiry: col.int,
    trials_expired: col.int,
    arr: col.numeric,
    mrr: col.numeric,
    revenue: col.numeric,
    refunded: col.numeric,
    net_revenue: col.numeric,
    monthly: col.json<{ month: string; amount: string }[]>(),
  },
  text: `
    WITH grouped AS (
      SELECT s.plan_id, s.status, s.billing_cycle, count(*) AS subscriptions,
        count(*) FILTER (WHERE s.status IN ('trial', 'active')
          AND s.due_date BETWEEN :today::date AND :near::date) AS near
      FROM subscriptions s GROUP BY s.plan_id, s.status, s.billing_cycle
    ), counted AS (
      SELECT coalesce(sum(g.subscriptions) FILTER (WHERE g.status = 'active'), 0)::int AS active,
        coalesce(sum(g.subscriptions) FILTER (WHERE g.status = 'trial'), 0)::int AS trial,
        coalesce(sum(g.subscriptions) FILTER (WHERE g.status = 'expired'), 0)::int AS expired,
        coalesce(sum(g.subscriptions) FILTER (WHERE g.status = 'cancelled'), 0)::int AS cancelled,
        coalesce(sum(g.near), 0)::int AS near_expiry
      FROM grouped g
    ), contracted AS (
      SELECT coalesce(r.billing_cycle, s.billing_cycle) AS cycle, r.amount, s.plan_id
      FROM subscriptions s
      LEFT JOIN subscription_periods r ON r.subscription_id = s.id AND r.taken_out_at IS NULL
        AND :today::date BETWEEN r.starts_on AND r.ends_on
      WHERE s.status = 'active'
    ), recurring AS (
      SELECT coalesce(sum(CASE c.cycle
          WHEN 'monthly' THEN coalesce(c.amount, p.price_monthly) * 12
          WHEN 'quarterly' THEN coalesce(c.amount, p.price_quarterly) * 4
          ELSE coalesce(c.amount, p.price_annual) END), 0) AS arr
      FROM contracted c JOIN plans p ON p.id = c.plan_id
    ), tried AS (
      SELECT count(*)::int AS trials_expired FROM subscriptions s
      WHERE s.status = 'expired' AND NOT EXISTS (SELECT FROM payments y
        WHERE y.subscription_id = s.id AND y.confirmed_at IS NOT NULL)
    ), paid AS (
      SELECT date_trunc('month', t.day)::date AS month, round(sum(t.delta) / 100, 2) AS amount
      FROM daily_totals t
      WHERE t.scope = 'revenue_cents' AND t.day >= :first_month::date AND t.day < :next_month::date
      GROUP BY 1
    ), months AS (
      SELECT m.month::date AS month, coalesce(paid.amount, 0) AS amount
      FROM generate_series(:first_month::timestamp, :this_month::timestamp,
        interval '1 month') AS m(month)
      LEFT JOIN paid ON paid.month = m.month::date
    ), returned AS (
      SELECT coalesce(sum(r.amount), 0) AS amount FROM refunds r
      WHERE r.status = 'succeeded' AND r.updated_at >= :month_began AND r.updated_at < :month_ends
    )
    SELECT counted.active, counted.trial, counted.expired, counted.cancelled, counted.near_expiry, tried.trials_expired,
      recurring.arr, round(recurring.arr / 12, 2) AS mrr, this.amount AS revenue,
      returned.amount AS refunded, this.amount - returned.amount AS net_revenue,
      (SELECT json_agg(json_build_object('month', to_char(m.month, 'YYYY-MM'), 'amount',
        m.amount::text) ORDER BY m.month)
      FROM months m) AS monthly
    FROM counted, recurring, tried, returned, months this WHERE this.month = :this_month::date`,
});

/**
 * Returns figures of subscriptions and revenue as of a calendar day of the platform's zone, amounts
 * as exact text; `monthly` is oldest first.
 */
export async function readRevenueMetrics(db: Db, { today, zone }: { today: string; zone: string }) {
  const [this_month, next_month] = [monthStart(today), monthStart(today, 1)];
  const row = await db.row(readMetrics, {
    today,
    near: addDays(today, NEAR_DAYS),
    first_month: monthStart(today, 1 - MONTHS),
    this_month,
    next_month,
    month_began: startOfDay(this_month, zone),
    month_ends: startOfDay(next_month, zone),
  });
  if (row === undefined) throw new Error('the metrics gave no row');
  return row;
}
export type RevenueMetrics = Awaited<ReturnType<typeof readRevenueMetrics>>;

export const presentMonthlyRevenue = ({ monthly }: RevenueMetrics): MonthlyRevenue[] =>
  monthly.map(({ month, amount }) => ({ month, amount: wireNumber(amount) }));

function presentMetrics(metrics: RevenueMetrics): SubscriptionMetrics {
  const { active, trial, expired, cancelled, near_expiry } = metrics;
  return {
    active,
    trial,
    expired,
    cancelled,
    near_expiry,
    arr: wireNumber(metrics.arr),
    mrr: wireNumber(metrics.mrr),
    revenue_current_month: wireNumber(metrics.revenue),
    net_revenue_current_month: wireNumber(metrics.net_revenue),
    monthly_revenue: presentMonthlyRevenue(metrics),
  };
}

/** Returns the figures that administrators see, as `readRevenueMetrics` reads them. */
export const getSubscriptionMetrics = async (
  db: Db,
  day: { readonly today: string; readonly zone: string },
): Promise<SubscriptionMetrics> => presentMetrics(await readRevenueMetrics(db, day));
