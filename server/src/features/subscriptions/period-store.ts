import { billingCycles, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { Period, PeriodOrigin, PeriodTerms } from '@lavra/domain/subscription/paid-periods';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';

const takers = ['money', 'ended'] as const;
/**
 * Why a period was taken back: its payment was refunded, or the subscription was ended with
 * everything it had.
 */
export type Taker = (typeof takers)[number];

const takenPeriods = statement({
  name: 'periods-taken',
  params: params<{ payment_id: number }>(),
  columns: {
    amount: orNull(col.numeric),
    plan_id: col.int,
    billing_cycle: col.oneOf(billingCycles),
    days: orNull(col.int),
    taken_days: col.int,
    is_whole: col.boolean,
    taken_by: orNull(col.oneOf(takers)),
  },
  text: `
    SELECT r.amount, r.plan_id, r.billing_cycle, r.days, r.taken_days,
      r.taken_out_at IS NOT NULL AS is_whole, r.taken_by
    FROM subscription_periods r
    WHERE r.id = (SELECT max(x.id) FROM subscription_periods x WHERE x.payment_id = :payment_id)
      AND (r.taken_out_at IS NOT NULL OR r.taken_days > 0)`,
});
const endTaken = statement({
  name: 'periods-end-taken',
  params: params<{ subscription_id: number; since: string | null; payment_id: number | null }>(),
  columns: { id: col.int },
  text: `
    UPDATE subscription_periods r SET taken_by = 'ended' FROM payments p
    WHERE r.subscription_id = :subscription_id AND p.id = r.payment_id
      AND (:since::timestamptz IS NULL OR p.confirmed_at <= :since::timestamptz
      OR p.id = :payment_id::bigint)
      AND (r.taken_out_at IS NOT NULL OR r.taken_days > 0) AND r.taken_by IS DISTINCT FROM 'ended'
    RETURNING r.id`,
});

/** Selects the periods of a subscription that were not taken out. */
const periodsOf = (db: Db, subscriptionId: number) =>
  db.q
    .selectFrom('subscription_periods')
    .select(['id', 'origin', 'payment_id', 'amount', 'plan_id', 'billing_cycle', 'days'])
    .select(['starts_on', 'ends_on', 'taken_days', 'anchor_day'])
    .where('subscription_id', '=', subscriptionId)
    .where('taken_out_at', 'is', null)
    .$narrowType<{ origin: PeriodOrigin; billing_cycle: BillingCycle }>();

type Row = Awaited<ReturnType<ReturnType<typeof periodsOf>['execute']>>[number];
const periodOf = ({
  payment_id,
  plan_id,
  billing_cycle,
  starts_on,
  ends_on,
  taken_days,
  anchor_day,
  ...same
}: Row): Period => ({
  ...same,
  paymentId: payment_id,
  planId: plan_id,
  cycle: billing_cycle,
  startsOn: starts_on,
  endsOn: ends_on,
  takenDays: taken_days,
  anchor: anchor_day,
});

/**
 * Returns a subscription's periods that are not over on a day, ordered by day. The subscription's
 * lock prevents concurrent changes.
 */
export const listLivePeriods = async (
  db: Db,
  subscriptionId: number,
  today: string,
): Promise<Period[]> =>
  (
    await periodsOf(db, subscriptionId).where('ends_on', '>=', today).orderBy('starts_on').execute()
  ).map(periodOf);

/** Returns the last period of all, over or not. */
export const findLastPeriod = async (db: Db, subscriptionId: number): Promise<Period | undefined> =>
  last(periodsOf(db, subscriptionId));

/** Returns the last paid period, over or not. */
export const findLastBought = async (db: Db, subscriptionId: number): Promise<Period | undefined> =>
  last(periodsOf(db, subscriptionId).where('origin', 'not in', ['trial', 'free']));

async function last(periods: ReturnType<typeof periodsOf>): Promise<Period | undefined> {
  const row = await periods.orderBy('ends_on', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? undefined : periodOf(row);
}

export interface TakenPeriod {
  readonly terms: PeriodTerms;
  /** Null when it was not recorded. */
  readonly takenBy: Taker | null;
}

/**
 * Returns what was taken back of a payment's newest period, so that it can be restored: the whole
 * period if it was not used, otherwise the days removed from its end. Undefined when it was already
 * restored, or when nothing was left to take back.
 */
export async function findTaken(db: Db, paymentId: number): Promise<TakenPeriod | undefined> {
  const row = await db.row(takenPeriods, { payment_id: paymentId });
  if (row === undefined) return undefined;
  const {
    amount,
    plan_id: planId,
    billing_cycle: cycle,
    is_whole,
    days,
    taken_days,
    taken_by: takenBy,
  } = row;
  return {
    terms: {
      origin: 'returned',
      paymentId,
      amount,
      planId,
      cycle,
      days: is_whole ? days : taken_days,
    },
    takenBy,
  };
}

/**
 * A refund that ends a subscription. Its own payment counts as paid before it, however close in
 * time both were.
 */
export interface EndingRefund {
  readonly askedAt: string;
  readonly paymentId: number;
}

/**
 * Makes it permanent that these periods were taken back; with a refund, only for payments confirmed
 * before it was requested.
 */
export async function endTakenPeriods(
  { db }: UnitOfWork,
  subscriptionId: number,
  refund: EndingRefund | undefined,
): Promise<void> {
  await db.rows(endTaken, {
    subscription_id: subscriptionId,
    since: refund?.askedAt ?? null,
    payment_id: refund?.paymentId ?? null,
  });
}

/** Returns the payments of a subscription that were confirmed after a refund was requested. */
export async function listPaidSince(
  db: Db,
  subscriptionId: number,
  { askedAt, paymentId }: EndingRefund,
): Promise<ReadonlySet<number | null>> {
  const paid = await db.q
    .selectFrom('payments')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('confirmed_at', '>', askedAt)
    .where('id', '<>', paymentId)
    .execute();
  return new Set(paid.map(({ id }) => id));
}

interface PeriodsChange {
  readonly before: readonly Period[];
  readonly after: readonly Period[];
  /** The reason, when periods are taken back. */
  readonly takenBy?: Taker;
}

/**
 * Changes the stored periods from `before` to `after`; those missing in `after` are marked as taken
 * out.
 */
export async function savePeriods(
  { db, now }: UnitOfWork,
  subscriptionId: number,
  { before, after, takenBy }: PeriodsChange,
): Promise<void> {
  const taken = takenBy === undefined ? {} : { taken_by: takenBy };
  const kept = new Map(after.map((period) => [period.id, period]));
  for (const old of before) {
    const id = old.id ?? 0;
    const period = kept.get(old.id);
    const changed = db.q.updateTable('subscription_periods').where('id', '=', id);
    if (period === undefined)
      await changed.set({ taken_out_at: now, updated_at: now, ...taken }).execute();
    else if (
      period.startsOn !== old.startsOn ||
      period.endsOn !== old.endsOn ||
      period.days !== old.days ||
      period.takenDays !== old.takenDays ||
      period.anchor !== old.anchor
    ) {
      await changed
        .set({
          starts_on: period.startsOn,
          ends_on: period.endsOn,
          days: period.days,
          taken_days: period.takenDays,
          anchor_day: period.anchor,
          updated_at: now,
          ...(period.takenDays === old.takenDays ? {} : taken),
        })
        .execute();
    }
  }
  const made = after.filter(({ id }) => id === undefined);
  if (made.length === 0) return;
  await db.q
    .insertInto('subscription_periods')
    .values(
      made.map(({ startsOn, endsOn, takenDays, anchor, ...terms }) => ({
        subscription_id: subscriptionId,
        origin: terms.origin,
        payment_id: terms.paymentId,
        amount: terms.amount,
        plan_id: terms.planId,
        billing_cycle: terms.cycle,
        days: terms.days,
        starts_on: startsOn,
        ends_on: endsOn,
        taken_days: takenDays,
        anchor_day: anchor,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}
