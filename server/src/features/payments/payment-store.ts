import { randomUUIDv7 } from 'node:crypto';
import { initialPaymentStatus } from '@lavra/domain/payment/payment-machine';
import type { InitialRefundStatus } from '@lavra/domain/payment/refund-machine';
import type {
  Gateway,
  PaymentMethod,
  PaymentStatus,
  RefundStatus,
} from '@lavra/domain/payment/payment-status';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { lockSubscription } from '../subscriptions/subscriptions-feature.ts';

const readLocked = (db: Db, id: number) =>
  db.q
    .selectFrom('payments')
    .select(['id', 'uuid', 'subscription_id', 'plan_id', 'billing_cycle', 'amount', 'status'])
    .select(['payment_method', 'payment_date', 'gateway', 'gateway_reference'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<{
      billing_cycle: BillingCycle;
      status: PaymentStatus;
      payment_method: PaymentMethod | null;
      gateway: Gateway | null;
    }>()
    .executeTakeFirst();
const listRefunds = (db: Db, paymentId: number) =>
  db.q
    .selectFrom('refunds')
    .select(['id', 'uuid', 'amount', 'status', 'cancel_subscription', 'gateway'])
    .select(['gateway_reference', 'created_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .$narrowType<{ status: RefundStatus; gateway: Gateway | null }>()
    .execute();

type PaymentRow = NonNullable<Awaited<ReturnType<typeof readLocked>>>;
export type RefundRow = Awaited<ReturnType<typeof listRefunds>>[number];
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
  const payment = await readLocked(db, id);
  if (payment === undefined) throw new RuleError('payment_not_found');
  return { ...payment, refunds: await listRefunds(db, id) };
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
      status: initialPaymentStatus,
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

/** What is written of a payment besides its status, which only a transition changes. */
export interface PaymentChanges {
  readonly payment_method?: PaymentMethod;
  readonly payment_date?: string;
  readonly due_date?: string;
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
  readonly status: InitialRefundStatus;
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

/** What is written of a refund besides its status, which only a transition changes. */
export interface RefundChanges {
  readonly amount?: string;
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
