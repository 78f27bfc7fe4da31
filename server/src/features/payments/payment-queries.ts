import {
  gateways,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
} from '@lavra/domain/payment/payment-status';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRows, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf } from '../../platform/http/refs.ts';
import { planRefColumns, subscriberColumns } from '../subscriptions/subscriptions-feature.ts';

/** Columns of refund `r` with the administrator `a` who asked for it, if one did. */
const refundColumns = {
  id: col.int,
  uuid: col.uuid,
  amount: col.numeric,
  status: col.oneOf(refundStatuses),
  reason: orNull(col.text),
  cancel_subscription: col.boolean,
  gateway: orNull(col.oneOf(gateways)),
  gateway_reference: orNull(col.text),
  failure: orNull(col.text),
  requester_id: from('a.id', orNull(col.int)),
  requester_name: from('a.name', orNull(col.text)),
  created_at: col.timestamp,
  updated_at: col.timestamp,
};
export type RefundView = RowOf<typeof refundColumns>;

/** Stored payment instructions: `expires_at` is an instant in ISO 8601. */
export interface StoredInstructions {
  readonly kind: 'pix' | 'boleto' | 'card_page';
  readonly code: string | null;
  readonly line: string | null;
  readonly url: string | null;
  readonly expires_at: string | null;
}

/** Columns of payment `p` with its payer, its plan and its refunds. */
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
  ...subscriberColumns,
  ...planRefColumns,
  refunds: jsonRows(
    refundColumns,
    `FROM refunds r LEFT JOIN users a ON a.id = r.requested_by WHERE r.payment_id = p.id
      ORDER BY r.id`,
    'r',
  ),
};

const selected = `
  SELECT ${selectSql(columns, 'p')}
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
