import type { PlanRef, Subscriber } from '@lavra/contract/subscriptions/schemas';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';

export const subscriptionColumns = {
  id: col.int, uuid: col.uuid, status: col.oneOf(subscriptionStatuses), billing_cycle: col.oneOf(billingCycles), due_date: col.date,
  cancel_requested_at: orNull(col.timestamp), cancelled_at: orNull(col.timestamp), next_billing_cycle: orNull(col.oneOf(billingCycles)),
  created_at: col.timestamp, updated_at: col.timestamp,
  user: col.json<Subscriber>(), plan: col.json<PlanRef>(), next_plan: orNull(col.json<PlanRef>()),
};
const planRef = (alias: string): string => `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'slug', ${alias}.slug, 'profile_type', ${alias}.profile_type)`;

/** Columns of a subscription `s` with its subscriber `u`, plan `p` and next plan `n`. */
export const subscriptionSql = `
  s.id, s.uuid, s.status, s.billing_cycle, s.due_date, s.cancel_requested_at, s.cancelled_at, s.next_billing_cycle, s.created_at, s.updated_at,
  json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'user_type', u.user_type) AS "user", ${planRef('p')} AS plan,
  CASE WHEN n.id IS NULL THEN NULL ELSE ${planRef('n')} END AS next_plan`;
export const subscriptionFrom = 'subscriptions s JOIN users u ON u.id = s.user_id JOIN plans p ON p.id = s.plan_id LEFT JOIN plans n ON n.id = s.next_plan_id';

const oneSubscription = statement({
  name: 'subscription', params: params<{ id: number }>(), columns: subscriptionColumns, text: `SELECT ${subscriptionSql} FROM ${subscriptionFrom} WHERE s.id = :id`,
});

const findSubscription = (db: Db, id: number) => db.row(oneSubscription, { id });
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** A subscription with its subscriber and plans; throws `subscription_not_found`. */
export async function getSubscription(db: Db, id: number): Promise<SubscriptionRow> {
  const subscription = await findSubscription(db, id);
  if (subscription === undefined) throw new RuleError('subscription_not_found');
  return subscription;
}
