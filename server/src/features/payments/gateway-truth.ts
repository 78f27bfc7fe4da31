import { isPaid, nextPaymentStatus } from '@lavra/domain/payment/payment-machine';
import { centsOf, unreturnedCents } from '@lavra/domain/payment/refund-rules';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type {
  GatewayPayment,
  GatewayRefund,
} from '../../platform/payment-gateway/payment-gateway.ts';
import { gatewayRefundReasons } from '../../platform/texts/payment-texts.ts';
import { applyDispute } from './dispute-truth.ts';
import { mirrorRefund } from './mirrored-refunds.ts';
import { changeStatus, confirmPayment, endRefund } from './payment-outcomes.ts';
import { relockPayment, savePayment, type LockedPayment } from './payment-store.ts';

/**
 * Result of reconciling a payment with the gateway: `amount_mismatch` and `paid_twice` need a
 * person; `waiting` must be retried once the outcome of our own refund in progress is known.
 */
export type Verdict =
  | 'applied'
  | 'nothing_new'
  | 'superseded'
  | 'waiting'
  | 'amount_mismatch'
  | 'paid_twice';

/**
 * Brings a locked payment into the state that the gateway reports. Idempotent, and independent of
 * the order of notifications.
 */
export async function applyTruth(
  uow: UnitOfWork,
  payment: LockedPayment,
  told: GatewayPayment,
  zone: string,
): Promise<Verdict> {
  const isAnother =
    payment.gateway_reference !== null && payment.gateway_reference !== told.reference;
  if (told.status === 'paid') {
    if (isAnother && isPaid(payment.status)) return 'paid_twice';
    return applyPaid(uow, payment, told, zone);
  }
  return isAnother ? 'superseded' : applyUnpaid(uow, payment, told);
}

async function applyPaid(
  uow: UnitOfWork,
  payment: LockedPayment,
  told: GatewayPayment,
  zone: string,
): Promise<Verdict> {
  const isNew = !isPaid(payment.status);
  if (isNew) {
    if (told.cents !== centsOf(payment.amount) || told.currency !== 'BRL') return 'amount_mismatch';
    await savePayment(uow, payment.id, { gateway_reference: told.reference });
    await confirmPayment(uow, payment, zone);
  }
  const refunds = await applyRefunds(uow, payment.id, told);
  const dispute = await applyDispute(uow, payment.id, told);
  if (refunds === 'waiting') return refunds;
  return isNew || refunds === 'applied' || dispute ? 'applied' : 'nothing_new';
}

/**
 * A payer who is refused on a card page may try again, so a refused attempt does not change the
 * payment.
 */
async function applyUnpaid(
  uow: UnitOfWork,
  payment: LockedPayment,
  told: GatewayPayment,
): Promise<Verdict> {
  if (payment.payment_method === 'credit_card' || isPaid(payment.status)) return 'nothing_new';
  if (payment.gateway_reference === null)
    await savePayment(uow, payment.id, { gateway_reference: told.reference });
  if (told.status === 'pending') return 'nothing_new';
  const status = nextPaymentStatus(payment.status, told.status === 'refused' ? 'refuse' : 'cancel');
  if (status === null) return 'nothing_new';
  await changeStatus(uow, payment, status, { instructions: null });
  return 'applied';
}

async function applyRefunds(
  uow: UnitOfWork,
  paymentId: number,
  { refunds }: GatewayPayment,
): Promise<'applied' | 'nothing_new' | 'waiting'> {
  const seen = new Set<string>();
  for (const told of refunds)
    seen.add(await applyRefund(uow, await relockPayment(uow.db, paymentId), told));
  if (seen.has('waiting')) return 'waiting';
  return seen.has('applied') ? 'applied' : 'nothing_new';
}

async function applyRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  told: GatewayRefund,
): Promise<'applied' | 'nothing_new' | 'waiting'> {
  const known = payment.refunds.find(
    ({ gateway_reference: reference }) => reference === told.reference,
  );
  if (known !== undefined) {
    if (known.status !== 'processing' || told.status === 'processing') return 'nothing_new';
    await endRefund(uow, payment, known, { status: told.status });
    return 'applied';
  }
  if (told.status === 'failed') return 'nothing_new';
  // It may be one of our own refunds whose reference is not known yet: a request with its
  // idempotency key decides that, an equal amount does not.
  const mayBeOurs = payment.refunds.some(
    (ours) =>
      ours.status === 'processing' &&
      ours.gateway_reference === null &&
      centsOf(ours.amount) === told.cents,
  );
  if (mayBeOurs) return 'waiting';
  // The refunds already completed cover the whole payment, so no further refund is possible.
  const left = unreturnedCents(payment.amount, payment.refunds);
  if (left === 0n) return 'nothing_new';
  await mirrorRefund(uow, payment, {
    reference: told.reference,
    cents: told.cents < left ? told.cents : left,
    status: told.status,
    reason: gatewayRefundReasons.elsewhere,
  });
  return 'applied';
}
