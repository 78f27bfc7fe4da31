import { addDays, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { askedItemsSql, boughtAmountSql, boughtFigures } from '../awards/awards-feature.ts';

/** The starts of last month, this month and next month, as instants. */
export interface Months {
  readonly last_month: Date;
  readonly this_month: Date;
  readonly next_month: Date;
}

/** Returns the months around a calendar day, in the platform's zone. */
export function monthsAround(today: string, zone: string): Months {
  const first = `${today.slice(0, 7)}-01`;
  const lastMonth = `${addDays(first, -1).slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  return {
    last_month: startOfDay(lastMonth, zone),
    this_month: startOfDay(first, zone),
    next_month: startOfDay(nextMonth, zone),
  };
}

/**
 * SQL: the average hours from the publication of orders to their first proposals; one that is dated
 * before, as files of past days may be, counts as none.
 */
export const firstProposalHoursSql = (published: string, first: string): string =>
  `avg(extract(epoch FROM greatest(${first}, ${published}) - ${published}) / 3600)
          FILTER (WHERE ${first} IS NOT NULL)::float8`;

// The only definition of each metric.
const readMetrics = statement({
  name: 'admin-dashboard',
  params: params<Months>(),
  columns: {
    producers: col.int,
    suppliers: col.int,
    consultants: col.int,
    admins: col.int,
    orders_total: col.int,
    orders_active: col.int,
    proposals_total: col.int,
    proposals_accepted: col.int,
    accepted_total: col.numeric,
    accepted_this_month: col.numeric,
    accepted_last_month: col.numeric,
    items_asked: col.int,
    items_bought: col.int,
    duration_days: orNull(col.float),
    approval_hours: orNull(col.float),
    first_proposal_hours: orNull(col.float),
    orders_published: col.int,
    orders_answered: col.int,
  },
  text: `
    WITH people AS (
      SELECT count(*) FILTER (WHERE u.user_type = 'produtor')::int AS producers,
        count(*) FILTER (WHERE u.user_type = 'fornecedor')::int AS suppliers,
        count(*) FILTER (WHERE u.user_type = 'consultor')::int AS consultants,
        count(*) FILTER (WHERE u.user_type = 'admin')::int AS admins
      FROM users u WHERE u.deleted_at IS NULL
    ), answered AS (
      SELECT p.order_id, min(p.submitted_at) AS first_at
      FROM proposals p WHERE p.submitted_at IS NOT NULL GROUP BY p.order_id
    ), asked AS (
      SELECT count(*)::int AS orders_total,
        count(*) FILTER (WHERE o.status IN ('pendente', 'publicada', 'em_analise', 'adjudicada'))::int AS orders_active,
        count(*) FILTER (WHERE o.published_at IS NOT NULL)::int AS orders_published,
        count(a.order_id) FILTER (WHERE o.published_at IS NOT NULL)::int AS orders_answered,
        avg(extract(epoch FROM o.finished_at - o.published_at) / 86400) FILTER
          (WHERE o.status = 'finalizada')::float8 AS duration_days,
        ${firstProposalHoursSql('o.published_at', 'a.first_at')} AS first_proposal_hours,
        ${askedItemsSql} AS items_asked
      FROM orders o LEFT JOIN answered a ON a.order_id = o.id
    ), offered AS (
      SELECT count(*) FILTER (WHERE p.status <> 'draft')::int AS proposals_total,
        count(*) FILTER (WHERE p.status = 'accepted')::int AS proposals_accepted
      FROM proposals p
    ), won AS (
      SELECT ${boughtAmountSql()} AS accepted_total,
        ${boughtAmountSql('s.awarded_at >= :this_month AND s.awarded_at < :next_month')} AS accepted_this_month,
        ${boughtAmountSql('s.awarded_at >= :last_month AND s.awarded_at < :this_month')} AS accepted_last_month,
        ${boughtFigures.items_bought.sql} AS items_bought
      FROM purchases s
    ), approved AS (
      SELECT
        avg(extract(epoch FROM p.accepted_at - p.submitted_at) / 3600)::float8 AS approval_hours
      FROM proposals p WHERE p.status = 'accepted'
    )
    SELECT people.producers, people.suppliers, people.consultants, people.admins,
      asked.orders_total, asked.orders_active,
      offered.proposals_total, offered.proposals_accepted, won.accepted_total,
      won.accepted_this_month, won.accepted_last_month,
      asked.items_asked, won.items_bought,
      asked.duration_days, approved.approval_hours, asked.first_proposal_hours,
      asked.orders_published, asked.orders_answered
    FROM people, asked, offered, won, approved`,
});

/** Reads the dashboard's metrics, in one statement. */
export async function readDashboardMetrics(db: Db, months: Months) {
  const row = await db.row(readMetrics, months);
  if (row === undefined) throw new Error('the metrics gave no row');
  return row;
}
export type DashboardMetrics = Awaited<ReturnType<typeof readDashboardMetrics>>;

/** This many orders and proposals are counted once a minute: see `cacheWhenMany`. */
const MANY = 100_000;
export const areMany = ({ orders_total, proposals_total }: DashboardMetrics): boolean =>
  orders_total + proposals_total > MANY;
