import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { periodOrigins } from '@lavra/domain/subscription/paid-periods';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import type { Db } from '../../platform/db/database.ts';
import { jsonRow, jsonRows, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf } from '../../platform/http/refs.ts';
import { planRefColumns } from './plan-ref.ts';
import { subscriberColumns } from './subscriber.ts';

/** Columns of period `r` with its plan. */
const periodColumns = {
  id: col.int,
  ...planRefColumns,
  billing_cycle: col.oneOf(billingCycles),
  origin: col.oneOf(periodOrigins),
  amount: orNull(col.numeric),
  payment_id: orNull(col.int),
  starts_on: col.date,
  ends_on: col.date,
};
export type PeriodRow = RowOf<typeof periodColumns>;

/** Number of most recent periods that are read. */
const PERIODS = 60;

/** Columns of a subscription `s` with its subscriber, its plan, the next one and its periods. */
export const subscriptionColumns = {
  id: col.int,
  uuid: col.uuid,
  status: col.oneOf(subscriptionStatuses),
  billing_cycle: col.oneOf(billingCycles),
  due_date: col.date,
  cancel_requested_at: orNull(col.timestamp),
  cancelled_at: orNull(col.timestamp),
  next_billing_cycle: orNull(col.oneOf(billingCycles)),
  created_at: col.timestamp,
  updated_at: col.timestamp,
  ...subscriberColumns,
  ...planRefColumns,
  next_plan: jsonRow(planRefColumns, 'FROM plans pl WHERE pl.id = s.next_plan_id'),
  periods: jsonRows(
    periodColumns,
    `FROM (SELECT * FROM subscription_periods x
      WHERE x.subscription_id = s.id AND x.taken_out_at IS NULL ORDER BY x.ends_on DESC
      LIMIT ${PERIODS}) r
    JOIN plans pl ON pl.id = r.plan_id ORDER BY r.starts_on`,
    'r',
  ),
};
export const subscriptionFrom =
  'subscriptions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN plans pl ON pl.id = s.plan_id';

const oneSubscription = statement({
  name: 'subscription',
  params: params<{ id: number }>(),
  columns: subscriptionColumns,
  text: `SELECT ${selectSql(subscriptionColumns, 's')} FROM ${subscriptionFrom} WHERE s.id = :id`,
});

const findSubscription = (db: Db, id: number) => db.row(oneSubscription, { id });
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** Returns a subscription with its subscriber and plans; throws `subscription_not_found`. */
export async function getSubscription(db: Db, id: number): Promise<SubscriptionRow> {
  const subscription = await findSubscription(db, id);
  if (subscription === undefined) throw new RuleError('subscription_not_found');
  return subscription;
}

/** Returns the id of the subscription that a path names by id or UUID. */
export async function findSubscriptionRef({ q }: Db, value: string): Promise<number | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const found = q.selectFrom('subscriptions').select('id');
  return (
    await (
      'id' in ref ? found.where('id', '=', ref.id) : found.where('uuid', '=', ref.uuid)
    ).executeTakeFirst()
  )?.id;
}
