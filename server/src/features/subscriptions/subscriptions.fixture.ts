import { randomUUIDv7 } from 'node:crypto';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { SubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import { buildProducer, type TestProducer } from '../../../test/people.ts';
import type { TestService } from '../../../test/service.ts';
import { buildPlan, type TestPlan } from '../plans/plans.fixture.ts';

export interface SubscriptionFields {
  readonly status: SubscriptionStatus;
  readonly plan: { readonly id: number };
  readonly billing_cycle: BillingCycle;
  readonly due_date: string;
  readonly cancel_requested_at: Date | null;
}
export interface TestSubscription { readonly id: number; readonly uuid: string; readonly person: TestProducer; readonly plan: { readonly id: number } }

/** A producer's subscription of a plan of its own, active until the day given, unless told otherwise. */
export async function buildSubscription(service: TestService, { plan, ...fields }: Partial<SubscriptionFields> = {}): Promise<TestSubscription> {
  const person = await buildProducer(service);
  const taken: { readonly id: number } | TestPlan = plan ?? await buildPlan(service);
  const now = service.app.platform.clock.now();
  const uuid = randomUUIDv7();
  const { id } = await service.db.q.insertInto('subscriptions').values({
    status: 'active', billing_cycle: 'monthly', due_date: '2027-03-31', ...fields, uuid, user_id: person.userId, plan_id: taken.id, created_at: now, updated_at: now,
  }).returning('id').executeTakeFirstOrThrow();
  return { id, uuid, person, plan: taken };
}

/** A subscription as it stands in the database, in the words of its table. */
export const stateOf = ({ db }: TestService, { id }: { readonly id: number }) => db.q.selectFrom('subscriptions').select([
  'status', 'plan_id', 'billing_cycle', 'due_date', 'next_plan_id', 'next_billing_cycle', 'next_from', 'renewal_payment_id', 'cancel_requested_at', 'cancelled_at',
]).where('id', '=', id).executeTakeFirstOrThrow();

export interface PaymentFields {
  readonly amount: string;
  readonly status: string;
  readonly payment_date: string | null;
  readonly due_date: string;
  readonly confirmed_at: Date | null;
  readonly gateway: 'mercadopago' | null;
}

/** A payment of a subscription; answers its id. */
export async function buildPayment({ db, app }: TestService, { id, person, plan }: TestSubscription, fields: Partial<PaymentFields> = {}): Promise<number> {
  const now = app.platform.clock.now();
  const payment = await db.q.insertInto('payments').values({
    amount: '100.00', status: 'pending', due_date: '2027-03-31', ...fields, uuid: randomUUIDv7(), subscription_id: id, user_id: person.userId, plan_id: plan.id, billing_cycle: 'monthly',
    created_at: now, updated_at: now,
  }).returning('id').executeTakeFirstOrThrow();
  return payment.id;
}

/** What became of a subscription's payments, oldest first. */
export const paymentsOf = async ({ db }: TestService, { id }: { readonly id: number }) =>
  db.q.selectFrom('payments').select(['id', 'status', 'amount', 'due_date', 'plan_id', 'billing_cycle']).where('subscription_id', '=', id).orderBy('id').execute();
