import type { AdminDashboard } from '@lavra/contract/admin/dashboard';
import { wireNumber } from '../../platform/text/wire.ts';
import { boughtPercent } from '../awards/awards-feature.ts';
import {
  presentMonthlyRevenue,
  type RevenueMetrics,
} from '../subscriptions/subscriptions-feature.ts';
import type { DashboardMetrics } from './dashboard-metrics.ts';

/** The reference time for a producer's decision, in hours. */
const APPROVAL_REFERENCE_HOURS = 48;

export function presentAdminDashboard(
  { sums, waits, bought_last_month, bought_this_month }: DashboardMetrics,
  revenue: RevenueMetrics,
): AdminDashboard {
  const users = {
    producers: sums.users_produtor,
    suppliers: sums.users_fornecedor,
    consultants: sums.users_consultor,
    admins: sums.users_admin,
  };
  return {
    users: { ...users, total: Object.values(users).reduce((sum, count) => sum + count) },
    orders: { total: sums.orders, active: sums.orders_active },
    proposals: { total: sums.proposals, accepted: sums.proposals_accepted },
    accepted_amount: {
      total: sums.bought_cents / 100,
      growth_percent: growth(bought_this_month.bought_cents, bought_last_month.bought_cents),
    },
    average_order_duration_days: tenth(waits.duration_days),
    average_approval_hours: tenth(waits.approval_hours),
    approval_reference_hours: APPROVAL_REFERENCE_HOURS,
    average_first_proposal_hours: tenth(waits.first_proposal_hours),
    coverage_percent: percentOf(sums.orders_answered, sums.orders_published),
    items_bought_percent: boughtPercent(sums.items_bought, sums.items_asked),
    subscriptions: {
      active: revenue.active + revenue.trial,
      paid: revenue.active,
      trial: revenue.trial,
      near_expiry: revenue.near_expiry,
    },
    trials: { in_trial: revenue.trial, expired: revenue.trials_expired },
    arr: wireNumber(revenue.arr),
    revenue_current_month: wireNumber(revenue.revenue),
    monthly_revenue: presentMonthlyRevenue(revenue),
  };
}

export const tenth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

/** Returns a percentage with one decimal; null when `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : tenth((part * 100) / whole);

/** Returns the growth in percent with one decimal; null when the month before had none. */
const growth = (now: number, before: number): number | null =>
  before === 0 ? null : tenth(((now - before) * 100) / before);
