import type { PlanRef, Subscriber } from '@lavra/contract/subscriptions/schemas';
import { billingCycles, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { PeriodOrigin } from '@lavra/domain/subscription/paid-periods';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf } from '../../platform/http/refs.ts';

/** A period as it is read with its subscription; the amount as text. */
export interface PeriodView {
  readonly id: number;
  readonly plan: PlanRef;
  readonly billing_cycle: BillingCycle;
  readonly origin: PeriodOrigin;
  readonly amount: string | null;
  readonly payment_id: number | null;
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Number of most recent periods that are read. */
const PERIODS = 60;

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
  user: col.json<Subscriber>(),
  plan: col.json<PlanRef>(),
  next_plan: orNull(col.json<PlanRef>()),
  periods: col.json<PeriodView[]>(),
};
const planRef = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'slug', ${alias}.slug, 'profile_type', ${alias}.profile_type)`;

/** Columns of a subscription `s` with its subscriber `u`, plan `p` and next plan `n`. */
export const subscriptionSql = `
  s.id, s.uuid, s.status, s.billing_cycle, s.due_date, s.cancel_requested_at, s.cancelled_at,
  s.next_billing_cycle, s.created_at, s.updated_at,
  json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'document', u.document_number,
    'user_type', u.user_type) AS "user", ${planRef('p')} AS plan,
  CASE WHEN n.id IS NULL THEN NULL ELSE ${planRef('n')} END AS next_plan,
  (SELECT
    coalesce(json_agg(json_build_object('id', r.id, 'plan', ${planRef('v')}, 'billing_cycle',
    r.billing_cycle, 'origin', r.origin, 'amount', r.amount::text,
      'payment_id', r.payment_id, 'starts_on', r.starts_on, 'ends_on', r.ends_on) ORDER BY r.starts_on), '[]')
    FROM (SELECT * FROM subscription_periods x
      WHERE x.subscription_id = s.id AND x.taken_out_at IS NULL ORDER BY x.ends_on DESC
      LIMIT ${PERIODS}) r
    JOIN plans v ON v.id = r.plan_id) AS periods`;
export const subscriptionFrom =
  'subscriptions s JOIN users u ON u.id = s.user_id JOIN plans p ON p.id = s.plan_id LEFT ' +
  'JOIN plans n ON n.id = s.next_plan_id';

const oneSubscription = statement({
  name: 'subscription',
  params: params<{ id: number }>(),
  columns: subscriptionColumns,
  text: `SELECT ${subscriptionSql} FROM ${subscriptionFrom} WHERE s.id = :id`,
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
