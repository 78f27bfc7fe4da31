import { randomUUIDv7 } from 'node:crypto';
import {
  gateways,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  type Gateway,
  type PaymentMethod,
  type PaymentStatus,
  type RefundStatus,
} from '@lavra/domain/payment/payment-status';
import { billingCycles, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { lockSubscription } from '../subscriptions/subscriptions-feature.ts';

const paymentLock = statement({
  name: 'payment-lock',
  params: params<{ id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    subscription_id: col.int,
    plan_id: col.int,
    billing_cycle: col.oneOf(billingCycles),
    amount: col.numeric,
    status: col.oneOf(paymentStatuses),
    payment_method: orNull(col.oneOf(paymentMethods)),
    payment_date: orNull(col.date),
    gateway: orNull(col.oneOf(gateways)),
    gateway_reference: orNull(col.text),
  },
  text: `
    SELECT p.id, p.uuid, p.subscription_id, p.plan_id, p.billing_cycle, p.amount, p.status,
      p.payment_method, p.payment_date, p.gateway, p.gateway_reference
    FROM payments p WHERE p.id = :id FOR NO KEY UPDATE`,
});
const refundsOf = statement({
  name: 'payment-refunds',
  params: params<{ payment_id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    amount: col.numeric,
    status: col.oneOf(refundStatuses),
    cancel_subscription: col.boolean,
    gateway: orNull(col.oneOf(gateways)),
    gateway_reference: orNull(col.text),
    created_at: col.timestamp,
  },
  text: `
    SELECT r.id, r.uuid, r.amount, r.status, r.cancel_subscription, r.gateway, r.gateway_reference,
      r.created_at
    FROM refunds r WHERE r.payment_id = :payment_id ORDER BY r.id`,
});

type PaymentRow = NonNullable<(typeof paymentLock)['gives']>;
export type RefundRow = NonNullable<(typeof refundsOf)['gives']>;
/**
 * A payment with its refunds; it and its subscription are locked, so that only this command can
 * change them.
 */
export type LockedPayment = PaymentRow & { readonly refunds: readonly RefundRow[] };

/** Locks the subscription, then the payment; throws `payment_not_found`. */
export async function lockPayment(db: Db, id: number): Promise<LockedPayment> {
  const found = await db.q
    .selectFrom('payments')
    .select('subscription_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw new RuleError('payment_not_found');
  await lockSubscription(db, found.subscription_id);
  return relockPayment(db, id);
}

/** Reads and locks the payment when the subscription is already locked. */
export async function relockPayment(db: Db, id: number): Promise<LockedPayment> {
  const payment = await db.row(paymentLock, { id });
  if (payment === undefined) throw new RuleError('payment_not_found');
  return { ...payment, refunds: await db.rows(refundsOf, { payment_id: id }) };
}

export interface NewPayment {
  readonly subscription: { readonly id: number; readonly userId: number };
  readonly planId: number;
  readonly billingCycle: BillingCycle;
  readonly amount: string;
  readonly method: PaymentMethod;
  readonly paymentDate: string | null;
  readonly dueDate: string;
  readonly gateway: Gateway | null;
}

/** Inserts a `pending` payment and returns its id. */
export async function insertPayment({ db, now }: UnitOfWork, payment: NewPayment): Promise<number> {
  const { id } = await db.q
    .insertInto('payments')
    .values({
      uuid: randomUUIDv7(),
      subscription_id: payment.subscription.id,
      user_id: payment.subscription.userId,
      plan_id: payment.planId,
      billing_cycle: payment.billingCycle,
      amount: payment.amount,
      status: 'pending',
      payment_method: payment.method,
      payment_date: payment.paymentDate,
      due_date: payment.dueDate,
      gateway: payment.gateway,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface PaymentChanges {
  readonly status?: PaymentStatus;
  readonly payment_method?: PaymentMethod;
  readonly payment_date?: string;
  readonly confirmed_at?: Date;
  readonly gateway?: Gateway;
  readonly gateway_reference?: string | null;
  readonly instructions?: string | null;
  readonly look_again_at?: Date;
}

export async function savePayment(
  { db, now }: UnitOfWork,
  id: number,
  changes: PaymentChanges,
): Promise<void> {
  await db.q
    .updateTable('payments')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export interface NewRefund {
  readonly paymentId: number;
  readonly amount: string;
  readonly status: RefundStatus;
  readonly reason: string | null;
  readonly cancelSubscription: boolean;
  readonly gateway: Gateway | null;
  readonly gatewayReference: string | null;
  readonly requestedBy: number | null;
  readonly claimedUntil: Date | null;
}

/** Inserts a refund and returns its id. */
export async function insertRefund({ db, now }: UnitOfWork, refund: NewRefund): Promise<number> {
  const { id } = await db.q
    .insertInto('refunds')
    .values({
      uuid: randomUUIDv7(),
      payment_id: refund.paymentId,
      amount: refund.amount,
      reason: refund.reason,
      status: refund.status,
      cancel_subscription: refund.cancelSubscription,
      gateway: refund.gateway,
      gateway_reference: refund.gatewayReference,
      requested_by: refund.requestedBy,
      claimed_until: refund.claimedUntil,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface RefundChanges {
  readonly amount?: string;
  readonly status?: RefundStatus;
  readonly gateway_reference?: string;
  readonly failure?: string | null;
  readonly claimed_until?: Date | null;
}

export async function saveRefund(
  { db, now }: UnitOfWork,
  id: number,
  changes: RefundChanges,
): Promise<void> {
  await db.q
    .updateTable('refunds')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}
