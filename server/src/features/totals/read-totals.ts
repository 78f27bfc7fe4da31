import { addDays, endOfDay, FINAL_DAY, startOfDay } from '@lavra/domain/calendar/calendar';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { PaymentMethod, PaymentStatus } from '@lavra/domain/payment/payment-status';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { PurchaseState } from '@lavra/domain/purchase/purchase-state';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { KeptDays } from '../../platform/db/list-page.ts';

/**
 * What is kept by day; `figures_of_order` and its like (migrations 0088 and 0101) say what a row counts for, and
 * on which day. Amounts are cents, waits microseconds.
 */
export type DailyScope =
  | 'orders'
  | 'orders_active'
  | 'orders_published'
  | 'orders_answered'
  | 'answered_after_us'
  | 'orders_finished'
  | 'finished_after_us'
  | 'items_asked'
  | 'items_bought'
  | 'bought_cents'
  | 'proposals'
  | 'proposals_submitted'
  | 'proposals_accepted'
  | 'proposals_approved'
  | 'approved_after_us'
  | 'revenue_cents'
  | `users_${'produtor' | 'fornecedor' | 'consultor' | 'admin'}`
  | `orders_of_${OrderStatus}`
  | `sent_of_${ProposalStatus}`
  | `purchases_of_${PurchaseState}`
  | `payments_of_${PaymentStatus}`
  | `payments_by_${PaymentMethod}`;

/** Calendar days of the platform's zone; `until` is the first one after the span. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Returns the sum of every total of the scopes, over all days or some; 0 where nothing is kept. */
export async function readTotals<S extends DailyScope>(
  { q }: Db,
  scopes: readonly S[],
  days?: Days,
): Promise<Record<S, number>> {
  let query = q
    .selectFrom('daily_totals as t')
    .select(['t.scope', sql<number>`sum(t.delta)::float8`.as('value')])
    .where(sql<boolean>`t.scope = ANY(${scopes}::text[])`)
    .groupBy('t.scope');
  if (days !== undefined)
    query = query.where('t.day', '>=', days.from).where('t.day', '<', days.until);
  const kept = new Map((await query.execute()).map(({ scope, value }) => [scope, value]));
  return Object.fromEntries(scopes.map((scope) => [scope, kept.get(scope) ?? 0])) as Record<
    S,
    number
  >; // one entry for each scope
}

/** Returns the days of a filter, which may have one end or none; its last day is part of it. */
export const daysOf = ({
  start_date = '-infinity',
  end_date = FINAL_DAY,
}: {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}): Days => ({
  from: start_date,
  until: end_date === FINAL_DAY ? 'infinity' : addDays(end_date, 1),
});

/** Returns what all scopes sum up to over some days. */
export async function sumTotals(
  db: Db,
  scopes: readonly DailyScope[],
  days: Days,
): Promise<number> {
  const totals = await readTotals(db, scopes, days);
  return Object.values(totals).reduce((sum, total) => sum + total, 0);
}

/** A list whose rows are those that some scopes count, sorted by the column that assigns their days. */
interface CountedList<F extends string> {
  readonly scopes: readonly DailyScope[];
  readonly days: Days;
  /** The sort by that column. */
  readonly sort: F;
  readonly zone: string;
}

/** Returns what is kept of a list: its total, and where each of its days begins. */
export const keptList = <const F extends string>(
  db: Db,
  { scopes, days, sort, zone }: CountedList<F>,
): { total: () => Promise<number>; days: KeptDays<F> } => ({
  total: () => sumTotals(db, scopes, days),
  days: {
    sort,
    dayOf: async (position, from) => {
      const found = await findDay(db, { scopes, days, position, from });
      return (
        found && {
          bound: from === 'oldest' ? startOfDay(found.day, zone) : endOfDay(found.day, zone),
          before: found.before,
        }
      );
    },
  },
});

interface Position {
  readonly scopes: readonly DailyScope[];
  readonly days: Days;
  readonly position: number;
  readonly from: 'oldest' | 'newest';
}

/** Finds the day in which a row lies, by its position from one end. */
async function findDay({ q }: Db, { scopes, days, position, from }: Position) {
  const direction = sql.raw(from === 'oldest' ? 'ASC' : 'DESC');
  const { rows } = await sql<{ day: string; before: number }>`
    SELECT day, before FROM (
      SELECT t.day, sum(t.delta)::float8 AS total,
        (sum(sum(t.delta)) OVER (ORDER BY t.day ${direction}) - sum(t.delta))::float8 AS before
      FROM daily_totals t
      WHERE t.scope = ANY(${scopes}::text[]) AND t.day >= ${days.from}::date AND t.day < ${days.until}::date
      GROUP BY t.day
    ) counted
    WHERE before <= ${position}::float8 AND ${position}::float8 < before + total`.execute(q);
  return rows[0];
}

/** A sum over one week, by its Monday; weeks without anything to count are absent. */
export interface WeekTotal {
  readonly scope: DailyScope;
  readonly week: string;
  readonly value: number;
}

/** Returns the sums of the scopes over each week of a span that begins on a Monday. */
export const readWeeklyTotals = (
  { q }: Db,
  scopes: readonly DailyScope[],
  { from, until }: Days,
): Promise<WeekTotal[]> =>
  q
    .selectFrom('daily_totals as t')
    .select([
      sql<DailyScope>`t.scope`.as('scope'),
      sql<string>`date_trunc('week', t.day)::date`.as('week'),
      sql<number>`sum(t.delta)::float8`.as('value'),
    ])
    .where('t.scope', 'in', scopes)
    .where('t.day', '>=', from)
    .where('t.day', '<', until)
    .groupBy(['t.scope', 'week'])
    .execute();

/** Reads the total of an unfiltered list: of everyone's, or what a supplier has declined of it. */
export async function readListTotal(
  { q }: Db,
  scope: 'published' | 'declined',
  supplierId = 0,
): Promise<number> {
  const { total } = await q
    .selectFrom('list_totals as t')
    .select(sql<number>`coalesce(sum(t.delta), 0)::int`.as('total'))
    .where('t.scope', '=', scope)
    .where('t.supplier_id', '=', supplierId)
    .executeTakeFirstOrThrow();
  return total;
}
