import type { AdminPeriod } from '@lavra/contract/admin/dashboard';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { daysOf } from '../totals/totals-feature.ts';
import { readPeriodMetrics } from './dashboard-metrics.ts';
import { percentOf, tenth } from './dashboard-presenter.ts';

/**
 * Reads the metrics between two days of the platform's zone, the last one included. Throws
 * InvalidFields for a period that ends before it begins.
 */
export async function getAdminPeriod(
  db: Db,
  { start_date, end_date }: { start_date: string; end_date: string },
): Promise<AdminPeriod> {
  if (end_date < start_date) throw InvalidFields.of('end_date', 'period_reversed');
  const { sums, waits } = await readPeriodMetrics(db, daysOf({ start_date, end_date }));
  const { orders_published, proposals_submitted, proposals_accepted } = sums;
  return {
    start_date,
    end_date,
    orders_published,
    proposals_submitted,
    proposals_accepted,
    accepted_amount: sums.bought_cents / 100,
    revenue: sums.revenue_cents / 100,
    average_order_duration_days: tenth(waits.duration_days),
    average_approval_hours: tenth(waits.approval_hours),
    average_first_proposal_hours: tenth(waits.first_proposal_hours),
    coverage_percent: percentOf(sums.orders_answered, orders_published),
  };
}
