import { randomUUIDv7 } from 'node:crypto';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { SubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import { buildProducer, type TestProducer } from '../../../test/people.ts';
import type { TestService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { buildPlan, type TestPlan } from '../plans/plans.fixture.ts';
import { payPeriod } from './paid-period.ts';
import { lockSubscription } from './subscription-store.ts';

export interface SubscriptionFields {
  readonly status: SubscriptionStatus;
  readonly plan: { readonly id: number };
  readonly billing_cycle: BillingCycle;
  readonly due_date: string;
  readonly cancel_requested_at: Date | null;
}
export interface TestSubscription {
  readonly id: number;
  readonly uuid: string;
  readonly person: TestProducer;
  readonly plan: { readonly id: number };
}

/**
 * Creates a producer's subscription of a plan of its own, active until the given day, unless
 * `fields` overrides it.
 */
export async function buildSubscription(
  service: TestService,
  { plan, ...fields }: Partial<SubscriptionFields> = {},
): Promise<TestSubscription> {
  const person = await buildProducer(service);
  const taken: { readonly id: number } | TestPlan = plan ?? (await buildPlan(service));
  const now = service.app.platform.clock.now();
  const uuid = randomUUIDv7();
  const { id } = await service.db.q
    .insertInto('subscriptions')
    .values({
      status: 'active',
      billing_cycle: 'monthly',
      due_date: '2027-03-31',
      ...fields,
      uuid,
      user_id: person.userId,
      plan_id: taken.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, uuid, person, plan: taken };
}

/** Returns a subscription's row, with the column names of its table. */
export const stateOf = ({ db }: TestService, { id }: { readonly id: number }) =>
  db.q
    .selectFrom('subscriptions')
    .select([
      'status',
      'plan_id',
      'billing_cycle',
      'due_date',
      'next_plan_id',
      'next_billing_cycle',
      'next_from',
      'renewal_payment_id',
      'cancel_requested_at',
      'cancelled_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export interface PaymentFields {
  readonly amount: string;
  readonly status: string;
  readonly payment_date: string | null;
  readonly due_date: string;
  readonly confirmed_at: Date | null;
  readonly gateway: 'mercadopago' | null;
}

/** Creates a payment of a subscription; returns its id. */
export async function buildPayment(
  { db, app }: TestService,
  { id, person, plan }: TestSubscription,
  fields: Partial<PaymentFields> = {},
): Promise<number> {
  const now = app.platform.clock.now();
  const payment = await db.q
    .insertInto('payments')
    .values({
      amount: '100.00',
      status: 'pending',
      due_date: '2027-03-31',
      ...fields,
      uuid: randomUUIDv7(),
      subscription_id: id,
      user_id: person.userId,
      plan_id: plan.id,
      billing_cycle: 'monthly',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return payment.id;
}

/** Returns a subscription's payments, oldest first. */
export const paymentsOf = async ({ db }: TestService, { id }: { readonly id: number }) =>
  db.q
    .selectFrom('payments')
    .select(['id', 'status', 'amount', 'due_date', 'plan_id', 'billing_cycle'])
    .where('subscription_id', '=', id)
    .orderBy('id')
    .execute();

/**
 * Creates a confirmed payment of a subscription, with the period that it pays for; returns the
 * payment's id.
 */
export async function payFor(
  { app }: TestService,
  { id }: { readonly id: number },
  {
    planId,
    billingCycle = 'monthly',
    amount = '100.00',
  }: { readonly planId: number; readonly billingCycle?: BillingCycle; readonly amount?: string },
): Promise<number> {
  const { platform } = app;
  return platform.command(systemActor, async (uow) => {
    const { user_id, due_date } = await lockSubscription(uow.db, id);
    const payment = await uow.db.q
      .insertInto('payments')
      .values({
        uuid: randomUUIDv7(),
        subscription_id: id,
        user_id,
        plan_id: planId,
        billing_cycle: billingCycle,
        amount,
        status: 'confirmed',
        payment_method: 'manual',
        payment_date: localDate(uow.now, platform.zone),
        due_date,
        confirmed_at: uow.now,
        created_at: uow.now,
        updated_at: uow.now,
      })
      .returning(['id', 'amount'])
      .executeTakeFirstOrThrow();
    await payPeriod(uow, id, { planId, billingCycle, payment });
    return payment.id;
  });
}

/** Returns the periods of a subscription that were not taken out, ordered by day. */
export const periodsOf = ({ db }: TestService, { id }: { readonly id: number }) =>
  db.q
    .selectFrom('subscription_periods')
    .select(['origin', 'payment_id', 'plan_id', 'billing_cycle', 'amount', 'starts_on', 'ends_on'])
    .where('subscription_id', '=', id)
    .where('taken_out_at', 'is', null)
    .orderBy('starts_on')
    .execute();
