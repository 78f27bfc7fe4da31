import { gateways, refundStatuses } from '@lavra/domain/payment/payment-status';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';

const askedRefund = statement({
  name: 'refund-asked',
  params: params<{ id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    payment_id: col.int,
    amount: col.numeric,
    status: col.oneOf(refundStatuses),
    gateway: orNull(col.oneOf(gateways)),
    gateway_reference: orNull(col.text),
    payment_reference: orNull(col.text),
    asked_at: col.float,
  },
  text: `
    SELECT r.id, r.uuid, r.payment_id, r.amount, r.status, r.gateway, r.gateway_reference,
      p.gateway_reference AS payment_reference,
      (extract(epoch FROM r.created_at) * 1000)::float8 AS asked_at
    FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = :id`,
});

type Row = NonNullable<(typeof askedRefund)['gives']>;
/** A refund with the data for querying the gateway. */
export type AskedRefund = Omit<Row, 'asked_at' | 'payment_reference'> & {
  readonly payment_reference: string;
  readonly asked_at: Date;
};

/** Returns the refund; undefined when no gateway can be queried about it. */
export async function findAskedRefund(db: Db, id: number): Promise<AskedRefund | undefined> {
  const row = await db.row(askedRefund, { id });
  const payment_reference = row?.payment_reference ?? null;
  if (row === undefined || payment_reference === null || row.gateway === null) return undefined;
  return { ...row, payment_reference, asked_at: new Date(row.asked_at) };
}

/** Returns refunds in progress that no process has claimed at the moment. */
export const listDueRefunds = (
  db: Db,
  { now, afterId, batch }: { now: Date; afterId: number; batch: number },
): Promise<{ id: number }[]> =>
  db.q
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'processing')
    .where('gateway', 'is not', null)
    .where(isUnclaimed(now))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(batch)
    .execute();

/** Returns the condition that no process has claimed a refund at this time. */
export const isUnclaimed = (now: Date) =>
  sql<boolean>`(claimed_until IS NULL OR claimed_until <= ${now})`;

/** Returns the payment's refunds whose gateway reference is not known yet. */
export const listUnconfirmedRefunds = (
  db: Db,
  paymentId: number,
): Promise<{ id: number; amount: string }[]> =>
  db.q
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'processing')
    .where('gateway_reference', 'is', null)
    .orderBy('id')
    .execute();

/** Returns the gateway references of a payment's refunds. */
export async function listLinkedReferences(
  db: Db,
  paymentId: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.q
    .selectFrom('refunds')
    .select('gateway_reference')
    .where('payment_id', '=', paymentId)
    .where('gateway_reference', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ gateway_reference: reference }) => reference ?? []));
}
