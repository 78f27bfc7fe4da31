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
  metrics: DashboardMetrics,
  revenue: RevenueMetrics,
): AdminDashboard {
  const { producers, suppliers, consultants, admins } = metrics;
  return {
    users: {
      producers,
      suppliers,
      consultants,
      admins,
      total: producers + suppliers + consultants + admins,
    },
    orders: { total: metrics.orders_total, active: metrics.orders_active },
    proposals: { total: metrics.proposals_total, accepted: metrics.proposals_accepted },
    accepted_amount: {
      total: wireNumber(metrics.accepted_total),
      growth_percent: growth(
        wireNumber(metrics.accepted_this_month),
        wireNumber(metrics.accepted_last_month),
      ),
    },
    average_order_duration_days: tenth(metrics.duration_days),
    average_approval_hours: tenth(metrics.approval_hours),
    approval_reference_hours: APPROVAL_REFERENCE_HOURS,
    average_first_proposal_hours: tenth(metrics.first_proposal_hours),
    coverage_percent: percentOf(metrics.orders_answered, metrics.orders_published),
    items_bought_percent: boughtPercent(metrics.items_bought, metrics.items_asked),
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
