import { weeklyFigures, type AdminWork, type WeeklyFigure } from '@lavra/contract/admin/dashboard';
import { addDays } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { readWeeklyTotals, type DailyScope } from '../totals/totals-feature.ts';

const WEEKS = 12;

interface Kept {
  readonly scopes: readonly DailyScope[];
  /** How many of what is kept are one of the figure. */
  readonly per: number;
}
const kept: Readonly<Record<WeeklyFigure, Kept>> = {
  orders_published: { scopes: ['orders_published'], per: 1 },
  proposals_submitted: { scopes: ['proposals_submitted'], per: 1 },
  accepted_amount: { scopes: ['bought_cents'], per: 100 },
  new_accounts: { scopes: ['users_produtor', 'users_fornecedor'], per: 1 },
  revenue: { scopes: ['revenue_cents'], per: 100 },
};

/** Returns the Monday of a calendar day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Reads the figures of the last 12 weeks up to that of `today`, oldest first. */
export async function readWeeklyFigures(db: Db, today: string): Promise<AdminWork['figures']> {
  const last = mondayOf(today);
  const mondays = Array.from({ length: WEEKS }, (_, index) =>
    addDays(last, 7 * (index + 1 - WEEKS)),
  );
  const totals = await readWeeklyTotals(
    db,
    weeklyFigures.flatMap((figure) => kept[figure].scopes),
    { from: mondays[0] ?? last, until: addDays(last, 7) },
  );
  return weeklyFigures.map((figure) => {
    const { scopes, per } = kept[figure];
    const valueOf = (monday: string): number =>
      totals
        .filter(({ scope, week }) => week === monday && scopes.includes(scope))
        .reduce((sum, { value }) => sum + value, 0);
    return {
      figure,
      weeks: mondays.map((week) => ({ week, value: valueOf(week) / per })),
    };
  });
}
