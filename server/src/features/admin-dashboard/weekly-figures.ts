import { weeklyFigures, type AdminWork, type WeeklyFigure } from '@lavra/contract/admin/dashboard';
import { addDays, startOfDay } from '@lavra/domain/calendar/calendar';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { boughtAmountSql } from '../awards/awards-feature.ts';

const WEEKS = 12;

/** One week with anything to count of a figure; `value` is exact decimal text. */
interface WeekValue {
  readonly figure: WeeklyFigure;
  readonly week: string;
  readonly value: string;
}
/** The weeks' Mondays, oldest first, and what was counted in them. */
export interface WeeklyFigures {
  readonly mondays: readonly string[];
  readonly values: readonly WeekValue[];
}

/** Returns the Monday of a calendar day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Reads the last 12 weeks up to that of `today`, in one statement. */
export async function readWeeklyFigures(
  db: Db,
  today: string,
  zone: string,
): Promise<WeeklyFigures> {
  const last = mondayOf(today);
  const mondays = Array.from({ length: WEEKS }, (_, index) =>
    addDays(last, 7 * (index + 1 - WEEKS)),
  );
  const [first = last, end] = [mondays[0], addDays(last, 7)];
  const values = await selectWeeks(db, {
    from: startOfDay(first, zone).toISOString(),
    until: startOfDay(end, zone).toISOString(),
    first,
    end,
  }).execute();
  return { mondays, values };
}

/** The columns of one figure: `at` and `value` are the query's own expressions. */
const columns = (figure: WeeklyFigure, at: string, value: string) =>
  [
    sql<WeeklyFigure>`${sql.lit(figure)}`.as('figure'),
    // Weeks of the session's time zone, which is the platform's; they begin on Monday.
    sql<string>`date_trunc('week', ${sql.ref(at)})::date`.as('week'),
    sql<string>`${sql.raw(value)}::numeric`.as('value'),
  ] as const;

interface Span {
  /** Instants. */
  readonly from: string;
  readonly until: string;
  /** Days; `end` is the first one after the span. */
  readonly first: string;
  readonly end: string;
}

const selectWeeks = (db: Db, { from, until, first, end }: Span) =>
  db.q
    .selectFrom('orders as o')
    .select(columns('orders_published', 'o.published_at', 'count(*)'))
    .where('o.published_at', '>=', from)
    .where('o.published_at', '<', until)
    .groupBy('week')
    .unionAll(
      db.q
        .selectFrom('proposals as p')
        .select(columns('proposals_submitted', 'p.submitted_at', 'count(*)'))
        .where('p.submitted_at', '>=', from)
        .where('p.submitted_at', '<', until)
        .groupBy('week'),
    )
    .unionAll(
      db.q
        .selectFrom('purchases as s')
        .select(columns('accepted_amount', 's.awarded_at', boughtAmountSql()))
        .where('s.awarded_at', '>=', from)
        .where('s.awarded_at', '<', until)
        .groupBy('week'),
    )
    .unionAll(
      db.q
        .selectFrom('users as u')
        .select(columns('new_accounts', 'u.created_at', 'count(*)'))
        .where('u.user_type', 'in', ['produtor', 'fornecedor'])
        .where('u.deleted_at', 'is', null)
        .where('u.created_at', '>=', from)
        .where('u.created_at', '<', until)
        .groupBy('week'),
    )
    .unionAll(
      db.q
        .selectFrom('payments as y')
        .select(columns('revenue', 'y.payment_date', 'sum(y.amount)'))
        .where('y.confirmed_at', 'is not', null)
        .where('y.payment_date', '>=', first)
        .where('y.payment_date', '<', end)
        .groupBy('week'),
    );

/** This many orders and proposals in twelve weeks take a while to count: see `cacheWhenMany`. */
export const areManyWeeks = ({ values }: WeeklyFigures): boolean =>
  values
    .filter(({ figure }) => figure === 'orders_published' || figure === 'proposals_submitted')
    .reduce((sum, { value }) => sum + Number(value), 0) > 10_000;

export const presentWeeklyFigures = ({ mondays, values }: WeeklyFigures): AdminWork['figures'] =>
  weeklyFigures.map((figure) => {
    const byWeek = new Map(
      values.filter((one) => one.figure === figure).map(({ week, value }) => [week, value]),
    );
    return {
      figure,
      weeks: mondays.map((week) => ({ week, value: wireNumber(byWeek.get(week) ?? '0') })),
    };
  });
