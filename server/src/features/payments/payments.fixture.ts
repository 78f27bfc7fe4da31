import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Payment } from '@lavra/contract/payments/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { buildAdmin, buildProducer, type TestProducer } from '../../../test/people.ts';
import {
  startGatewayDouble,
  TOKEN,
  WEBHOOK_SECRET,
  type GatewayDouble,
} from '../../../test/gateway-double.ts';
import { startService, type Answer, type TestService } from '../../../test/service.ts';

export interface Till {
  readonly service: TestService;
  readonly double: GatewayDouble;
  readonly admin: { readonly token: string; readonly userId: number };
  readonly planId: number;
}

/** Starts the service with a plan on sale and a gateway double. */
export async function openTill(): Promise<Till> {
  const double = await startGatewayDouble();
  const service = await startService({ outboundAllow: new Set([double.allowed]) });
  const admin = await buildAdmin(service);
  await configureGateway(service, admin.token, double.url);
  return { service, double, admin, planId: await buildPlan(service) };
}

export async function configureGateway(
  service: TestService,
  token: string,
  baseUrl: string,
  provider = 'mercadopago',
): Promise<void> {
  const settings = Object.entries({
    provider,
    base_url: baseUrl,
    access_token: TOKEN,
    webhook_secret: WEBHOOK_SECRET,
  }).map(([key, value]) => ({ key: `payment_gateway.${key}`, value }));
  assert.equal(
    (await service.call('PUT', '/api/v1/admin/settings', { token, body: { settings } })).status,
    200,
  );
}

let ordinal = 0;

export async function buildPlan(
  { db, app }: TestService,
  fields: {
    readonly price_monthly?: string | null;
    readonly profile_type?: string;
    readonly is_active?: boolean;
  } = {},
): Promise<number> {
  const now = app.platform.clock.now();
  ordinal += 1;
  const { id } = await db.q
    .insertInto('plans')
    .values({
      uuid: randomUUIDv7(),
      name: `Plano ${ordinal}`,
      slug: `plano-${ordinal}`,
      profile_type: 'producer',
      price_monthly: '100.00',
      price_annual: '1000.00',
      created_at: now,
      updated_at: now,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface TestPayment {
  readonly id: number;
  readonly uuid: string;
  readonly subscriptionId: number;
  readonly producer: TestProducer;
  /** At the gateway; 0 for a payment recorded by hand. */ readonly reference: number;
}

/** Creates a producer whose subscription expired yesterday. */
export async function buildSubscriber({
  service,
  planId,
}: Till): Promise<{ producer: TestProducer; subscriptionId: number }> {
  const producer = await buildProducer(service);
  const now = service.app.platform.clock.now();
  const { id } = await service.db.q
    .insertInto('subscriptions')
    .values({
      uuid: randomUUIDv7(),
      user_id: producer.userId,
      plan_id: planId,
      status: 'expired',
      billing_cycle: 'monthly',
      due_date: '2026-01-01',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ plan_id: planId, status: 'expired' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { producer, subscriptionId: id };
}

/** Creates a Pix of R$ 100,00 that was paid at the gateway and is confirmed here. */
export async function buildPaid(till: Till, amount = 100): Promise<TestPayment> {
  const { double, service } = till;
  const { producer, subscriptionId } = await buildSubscriber(till);
  const now = service.app.platform.clock.now();
  const today = localDate(now, service.app.platform.zone);
  const uuid = randomUUIDv7();
  const reference = double.payOnPage(uuid, amount);
  const { id } = await service.db.q
    .insertInto('payments')
    .values({
      uuid,
      subscription_id: subscriptionId,
      user_id: producer.userId,
      plan_id: till.planId,
      billing_cycle: 'monthly',
      amount: amount.toFixed(2),
      status: 'confirmed',
      payment_method: 'pix',
      payment_date: today,
      due_date: today,
      gateway: 'mercadopago',
      gateway_reference: String(reference),
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, uuid, subscriptionId, producer, reference };
}

/** Creates a payment recorded by hand. */
export async function buildByHand(till: Till, amount = 100): Promise<TestPayment> {
  const paid = await buildPaid(till, amount);
  await till.service.db.q
    .updateTable('payments')
    .set({ gateway: null, gateway_reference: null, payment_method: 'manual' })
    .where('id', '=', paid.id)
    .execute();
  return { ...paid, reference: 0 };
}

export const refundCall = (
  { service, admin }: Till,
  { id }: { readonly id: number },
  body: object = {},
  key?: string,
): Promise<Answer<Payment>> =>
  service.call<Payment>('POST', `/api/v1/admin/subscription-payments/${id}/refund`, {
    token: admin.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

export const refundsOf = ({ service }: Till, { id }: { readonly id: number }) =>
  service.db.q
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();

export const statusOf = async (
  { service }: Till,
  { id }: { readonly id: number },
): Promise<string> =>
  (
    await service.db.q
      .selectFrom('payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

export const subscriptionOf = (
  { service }: Till,
  { subscriptionId }: { readonly subscriptionId: number },
) =>
  service.db.q
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();

/** Returns how many events of a type were dispatched about a payment. */
export async function countEvents(
  { service }: Till,
  { id }: { readonly id: number },
  type: 'payment.confirmed' | 'payment.refunded',
): Promise<number> {
  const { events } = await service.db.q
    .selectFrom('events')
    .select(sql<number>`count(*)::int`.as('events'))
    .where('type', '=', type)
    .where(sql<boolean>`(data ->> 'payment_id')::bigint = ${id}`)
    .executeTakeFirstOrThrow();
  return events;
}

/** Advances the clock by this many seconds and runs the scheduled task, whenever it last ran. */
export async function later(
  { service }: Till,
  seconds: number,
  name: 'refunds under way' | 'open charges' | 'confirmed payments' = 'refunds under way',
): Promise<void> {
  service.moveClock(new Date(service.app.platform.clock.now().getTime() + seconds * 1000));
  await service.app.tasks
    .find((task) => task.name === name)
    ?.run(service.app.platform, new AbortController().signal);
}

/** Sends a notification as the gateway would. */
export const notify = async (
  { service, double }: Till,
  reference: number | string,
  options?: { requestId?: string },
): Promise<number> => {
  const { url, headers, body } = double.notification(reference, options);
  return (await service.call('POST', url, { headers, body })).status;
};
