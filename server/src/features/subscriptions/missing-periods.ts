import { isFreePeriod, removePeriods, type Period } from '@lavra/domain/subscription/paid-periods';
import { isRunning } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { listLivePeriods, savePeriods } from './period-store.ts';
import type { LockedSubscription } from './subscription-store.ts';

// Does for one subscription what migration 0022 does for all: works from the due date back to
// today, or to the last day that already has a period. Inserts one period for each confirmed
// payment without one, the newest last, with the plan that the subscription had for those days.
const insertMissing = statement({
  name: 'periods-insert-missing',
  params: params<{ id: number; today: string; except: number; now: Date }>(),
  columns: { id: col.int },
  text: `
    WITH RECURSIVE facing AS (
      SELECT s.id, s.plan_id, s.billing_cycle, s.next_plan_id, s.next_billing_cycle, s.next_from,
        s.due_date, :today::date AS today,
        (SELECT max(r.ends_on)
        FROM subscription_periods r
        WHERE r.subscription_id = s.id AND r.taken_out_at IS NULL) AS covered
      FROM subscriptions s WHERE s.id = :id
    ), paid AS (
      SELECT p.subscription_id, p.id, p.amount, p.billing_cycle,
        row_number() OVER (ORDER BY p.confirmed_at DESC, p.id DESC) AS nth
      FROM payments p
      WHERE p.subscription_id = :id AND p.confirmed_at IS NOT NULL AND p.id <> :except
        AND NOT EXISTS (SELECT FROM subscription_periods r WHERE r.payment_id = p.id)
    ), walk AS (
      SELECT f.id, 0::bigint AS nth,
        f.due_date + 1 AS starts_on, NULL::date AS ends_on, NULL::bigint AS payment_id,
        NULL::numeric AS amount, NULL::text AS cycle
      FROM facing f
      UNION ALL
      SELECT w.id, w.nth + 1, CASE WHEN c.bound IS NULL AND r.starts_on = f.today + 1 THEN f.today
        ELSE greatest(r.starts_on, c.bound, f.covered + 1) END, c.ends_on, p.id, p.amount, c.cycle
      FROM walk w JOIN facing f ON f.id = w.id
      LEFT JOIN paid p ON p.subscription_id = w.id AND p.nth = w.nth + 1
      CROSS JOIN LATERAL (
        SELECT w.starts_on - 1 AS ends_on,
          greatest(CASE WHEN f.next_from < w.starts_on - 1 THEN f.next_from + 1 END,
          CASE WHEN f.covered >= f.today THEN f.covered + 1 END) AS bound,
          coalesce(p.billing_cycle,
          CASE WHEN f.next_from < w.starts_on - 1 THEN f.next_billing_cycle
          ELSE f.billing_cycle END) AS cycle
      ) c
      CROSS JOIN LATERAL
        (SELECT (c.ends_on - make_interval(months => CASE c.cycle WHEN 'monthly' THEN 1
        WHEN 'quarterly' THEN 3 ELSE 12 END))::date + 1 AS begun) b
      CROSS JOIN LATERAL (SELECT CASE WHEN p.id IS NOT NULL THEN b.begun
        ELSE coalesce(c.bound, least(f.today, b.begun)) END AS starts_on) r
      WHERE w.starts_on > greatest(f.today, f.covered + 1)
    )
    INSERT INTO subscription_periods (subscription_id, origin, payment_id, plan_id, billing_cycle,
      amount, days, starts_on, ends_on, created_at, updated_at)
    SELECT w.id, CASE WHEN w.payment_id IS NOT NULL THEN 'payment' WHEN a.price = 0 THEN 'free'
      ELSE 'earlier' END, w.payment_id, a.plan_id, w.cycle,
      CASE WHEN w.payment_id IS NULL AND a.price = 0 THEN 0 ELSE w.amount END,
        CASE WHEN w.payment_id IS NULL THEN w.ends_on - w.starts_on + 1 END, w.starts_on, w.ends_on,
      :now::timestamptz, :now::timestamptz
    FROM walk w JOIN facing f ON f.id = w.id
    CROSS JOIN LATERAL (
      SELECT n.id AS plan_id, CASE w.cycle WHEN 'monthly' THEN n.price_monthly
        WHEN 'quarterly' THEN n.price_quarterly ELSE n.price_annual END AS price
      FROM plans n WHERE n.id = CASE WHEN f.next_from < w.ends_on THEN f.next_plan_id ELSE f.plan_id END
    ) a
    WHERE w.nth > 0
    ORDER BY w.starts_on
    RETURNING id`,
});

interface Missing {
  readonly live: readonly Period[];
  readonly today: string;
  /** A payment whose period the caller is about to create. */
  readonly except: number | undefined;
}

/**
 * Adjusts the stored periods to the fields of a locked subscription. They differ when a process of
 * the previous release, which does not know periods, recorded a payment, extended a trial or ended
 * a subscription; otherwise does nothing. Returns the periods that are not over.
 */
export async function addMissingPeriods(
  uow: UnitOfWork,
  subscription: LockedSubscription,
  { live, today, except }: Missing,
): Promise<Period[]> {
  const { id, status, due_date } = subscription;
  const until = live.at(-1)?.endsOn;
  if (!isRunning(status) || due_date < today)
    return live.length === 0 ? [] : end(uow, id, { live, today });
  if (until === due_date || (status === 'trial' && until === undefined)) return [...live];
  const last = live.at(-1);
  if (status === 'trial' && last !== undefined && isFreePeriod(last)) {
    const after = live.map((period) => (period === last ? { ...last, endsOn: due_date } : period));
    await savePeriods(uow, id, { before: live, after });
    return after;
  }
  if (until !== undefined && until > due_date) await end(uow, id, { live, today });
  await uow.db.rows(insertMissing, { id, today, except: except ?? 0, now: uow.now });
  return listLivePeriods(uow.db, id, today);
}

async function end(
  uow: UnitOfWork,
  id: number,
  { live, today }: { live: readonly Period[]; today: string },
): Promise<Period[]> {
  const after = removePeriods(live, () => true, today);
  await savePeriods(uow, id, { before: live, after, takenBy: 'ended' });
  return after.filter(({ endsOn }) => endsOn >= today);
}
