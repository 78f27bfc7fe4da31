import type { AdminPeriod } from '@lavra/contract/admin/dashboard';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { boughtAmountSql } from '../awards/awards-feature.ts';
import { firstProposalHoursSql } from './dashboard-metrics.ts';
import { percentOf, tenth } from './dashboard-presenter.ts';

// The dashboard's metrics, each by the date that assigns it to a period.
const readPeriod = statement({
  name: 'admin-period',
  params: params<{ from: Date; until: Date; first_day: string; last_day: string }>(),
  columns: {
    orders_published: col.int,
    orders_answered: col.int,
    first_proposal_hours: orNull(col.float),
    duration_days: orNull(col.float),
    proposals_submitted: col.int,
    proposals_accepted: col.int,
    approval_hours: orNull(col.float),
    accepted_amount: col.numeric,
    revenue: col.numeric,
  },
  text: `
    WITH published AS (
      SELECT o.published_at, (SELECT min(p.submitted_at) FROM proposals p WHERE p.order_id = o.id) AS first_at
      FROM orders o WHERE o.published_at >= :from AND o.published_at < :until
    ), asked AS (
      SELECT count(*)::int AS orders_published, count(b.first_at)::int AS orders_answered,
        ${firstProposalHoursSql('b.published_at', 'b.first_at')} AS first_proposal_hours
      FROM published b
    ), finished AS (
      SELECT avg(extract(epoch FROM o.finished_at - o.published_at) / 86400)::float8 AS duration_days
      FROM orders o WHERE o.status = 'finalizada' AND o.finished_at >= :from AND o.finished_at < :until
    ), offered AS (
      SELECT count(*)::int AS proposals_submitted
      FROM proposals p WHERE p.submitted_at >= :from AND p.submitted_at < :until
    ), approved AS (
      SELECT count(*)::int AS proposals_accepted,
        avg(extract(epoch FROM p.accepted_at - p.submitted_at) / 3600)::float8 AS approval_hours
      FROM proposals p
      WHERE p.status = 'accepted' AND p.accepted_at >= :from AND p.accepted_at < :until
    ), won AS (
      SELECT ${boughtAmountSql()} AS accepted_amount
      FROM purchases s WHERE s.awarded_at >= :from AND s.awarded_at < :until
    ), paid AS (
      SELECT coalesce(sum(y.amount), 0) AS revenue
      FROM payments y
      WHERE y.confirmed_at IS NOT NULL AND y.payment_date >= :first_day::date
        AND y.payment_date <= :last_day::date
    )
    SELECT asked.orders_published, asked.orders_answered, asked.first_proposal_hours,
      finished.duration_days, offered.proposals_submitted, approved.proposals_accepted,
      approved.approval_hours, won.accepted_amount, paid.revenue
    FROM asked, finished, offered, approved, won, paid`,
});

/**
 * Reads the metrics between two days of the platform's zone, the last one included. Throws
 * InvalidFields for a period that ends before it begins.
 */
export async function getAdminPeriod(
  db: Db,
  { start_date, end_date }: { start_date: string; end_date: string },
  zone: string,
): Promise<AdminPeriod> {
  if (end_date < start_date) throw InvalidFields.of('end_date', 'period_reversed');
  const row = await db.row(readPeriod, {
    from: startOfDay(start_date, zone),
    until: endOfDay(end_date, zone),
    first_day: start_date,
    last_day: end_date,
  });
  if (row === undefined) throw new Error('the metrics gave no row');
  const { orders_published, proposals_submitted, proposals_accepted } = row;
  return {
    start_date,
    end_date,
    orders_published,
    proposals_submitted,
    proposals_accepted,
    accepted_amount: wireNumber(row.accepted_amount),
    revenue: wireNumber(row.revenue),
    average_order_duration_days: tenth(row.duration_days),
    average_approval_hours: tenth(row.approval_hours),
    average_first_proposal_hours: tenth(row.first_proposal_hours),
    coverage_percent: percentOf(row.orders_answered, orders_published),
  };
}
