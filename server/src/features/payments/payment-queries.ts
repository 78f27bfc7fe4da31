import {
  gateways,
  paymentMethods,
  paymentStatuses,
  type Gateway,
  type RefundStatus,
} from '@lavra/domain/payment/payment-status';
import type { PlanRef, Subscriber } from '@lavra/contract/subscriptions/schemas';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf } from '../../platform/http/refs.ts';

/** A refund as it is read with its payment; amounts and times as text. */
export interface RefundView {
  readonly id: number;
  readonly uuid: string;
  readonly amount: string;
  readonly status: RefundStatus;
  readonly reason: string | null;
  readonly cancel_subscription: boolean;
  readonly gateway: Gateway | null;
  readonly gateway_reference: string | null;
  readonly failure: string | null;
  readonly requested_by: { readonly id: number; readonly name: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Stored payment instructions: `expires_at` is an instant in ISO 8601. */
export interface StoredInstructions {
  readonly kind: 'pix' | 'boleto' | 'card_page';
  readonly code: string | null;
  readonly line: string | null;
  readonly url: string | null;
  readonly expires_at: string | null;
}

const columns = {
  id: col.int,
  uuid: col.uuid,
  subscription_id: col.int,
  user_id: col.int,
  billing_cycle: col.oneOf(billingCycles),
  amount: col.numeric,
  status: col.oneOf(paymentStatuses),
  payment_method: orNull(col.oneOf(paymentMethods)),
  payment_date: orNull(col.date),
  due_date: col.date,
  gateway: orNull(col.oneOf(gateways)),
  gateway_reference: orNull(col.text),
  instructions: orNull(col.json<StoredInstructions>()),
  confirmed_at: orNull(col.timestamp),
  created_at: col.timestamp,
  updated_at: col.timestamp,
  user: col.json<Subscriber>(),
  plan: col.json<PlanRef>(),
  refunds: col.json<RefundView[]>(),
};

const selected = `
  SELECT p.id, p.uuid, p.subscription_id, p.user_id, p.billing_cycle, p.amount, p.status,
    p.payment_method, p.payment_date, p.due_date, p.gateway, p.gateway_reference,
    p.instructions, p.confirmed_at, p.created_at, p.updated_at,
    json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'document', u.document_number,
    'user_type', u.user_type) AS "user",
    json_build_object('id', pl.id, 'name', pl.name, 'slug', pl.slug, 'profile_type', pl.profile_type) AS plan,
    (SELECT coalesce(json_agg(json_build_object(
      'id', r.id, 'uuid', r.uuid, 'amount', r.amount::text, 'status', r.status, 'reason', r.reason,
      'cancel_subscription', r.cancel_subscription, 'gateway', r.gateway,
      'gateway_reference', r.gateway_reference, 'failure', r.failure, 'created_at',
      r.created_at::text, 'updated_at', r.updated_at::text,
      'requested_by', CASE WHEN a.id IS NULL THEN NULL
        ELSE json_build_object('id', a.id, 'name', a.name) END) ORDER BY r.id), '[]')
      FROM refunds r LEFT JOIN users a ON a.id = r.requested_by WHERE r.payment_id = p.id) AS refunds
  FROM payments p JOIN users u ON u.id = p.user_id JOIN plans pl ON pl.id = p.plan_id`;

const paymentRows = statement({
  name: 'payment-rows',
  params: params<{ ids: number[] }>(),
  columns,
  text: `${selected} WHERE p.id = ANY(:ids::bigint[]) ORDER BY array_position(:ids::bigint[], p.id)`,
});
const ownRows = statement({
  name: 'own-payment-rows',
  params: params<{ user_id: number; size: number; skipped: number }>(),
  columns,
  text: `${selected} WHERE p.user_id = :user_id ORDER BY p.id DESC LIMIT :size OFFSET :skipped`,
});

export type PaymentView = NonNullable<(typeof paymentRows)['gives']>;

/** Returns the payments with these ids, in this order. */
export const listPaymentsById = async (db: Db, ids: readonly number[]): Promise<PaymentView[]> =>
  ids.length === 0 ? [] : db.rows(paymentRows, { ids: [...ids] });

/** Returns a payment. Throws `payment_not_found`. */
export async function getPayment(db: Db, id: number): Promise<PaymentView> {
  const [payment] = await listPaymentsById(db, [id]);
  if (payment === undefined) throw new RuleError('payment_not_found');
  return payment;
}

/** Returns a slice of a person's payments, newest first, and their number. */
export async function readOwnPayments(
  db: Db,
  userId: number,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: PaymentView[]; total: number }> {
  const { total } = await db.q
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    rows: await db.rows(ownRows, { user_id: userId, size: perPage, skipped: offset }),
    total,
  };
}

/** Returns the payment that a path names by id or UUID. */
export async function findPaymentRef(
  db: Db,
  value: string,
): Promise<{ readonly id: number } | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const query = db.q.selectFrom('payments').select('id');
  return (
    'id' in ref ? query.where('id', '=', ref.id) : query.where('uuid', '=', ref.uuid)
  ).executeTakeFirst();
}
