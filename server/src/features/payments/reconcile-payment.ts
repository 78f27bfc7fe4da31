import { isPaid, paymentCan } from '@lavra/domain/payment/payment-machine';
import { centsOf, unreturnedCents } from '@lavra/domain/payment/refund-rules';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type {
  GatewayPayment,
  GatewayRefund,
} from '../../platform/payment-gateway/payment-gateway.ts';
import { gatewayRefundReasons } from './payment-texts.ts';
import { reconcileDispute } from './reconcile-dispute.ts';
import { mirrorRefund } from './mirrored-refunds.ts';
import { endRefund, markConfirmed } from './payment-outcomes.ts';
import { relockPayment, savePayment, type LockedPayment } from './payment-store.ts';
import { applyTransition } from './payment-transition.ts';

/**
 * Result of reconciling a payment with the gateway: `amount_mismatch` and `paid_twice` need a
 * person; `waiting` must be retried once the outcome of our own refund in progress is known.
 */
export type ReconciliationResult =
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
export async function reconcilePayment(
  uow: UnitOfWork,
  payment: LockedPayment,
  reported: GatewayPayment,
  zone: string,
): Promise<ReconciliationResult> {
  const isAnother =
    payment.gateway_reference !== null && payment.gateway_reference !== reported.reference;
  if (reported.status === 'paid') {
    if (isAnother && isPaid(payment.status)) return 'paid_twice';
    return applyPaid(uow, payment, reported, zone);
  }
  return isAnother ? 'superseded' : applyUnpaid(uow, payment, reported);
}

async function applyPaid(
  uow: UnitOfWork,
  payment: LockedPayment,
  reported: GatewayPayment,
  zone: string,
): Promise<ReconciliationResult> {
  const isNew = !isPaid(payment.status);
  if (isNew) {
    if (reported.cents !== centsOf(payment.amount) || reported.currency !== 'BRL')
      return 'amount_mismatch';
    await savePayment(uow, payment.id, { gateway_reference: reported.reference });
    await markConfirmed(uow, payment, zone);
  }
  const refunds = await applyRefunds(uow, payment.id, reported);
  const dispute = await reconcileDispute(uow, payment.id, reported);
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
  reported: GatewayPayment,
): Promise<ReconciliationResult> {
  if (payment.payment_method === 'credit_card' || isPaid(payment.status)) return 'nothing_new';
  if (payment.gateway_reference === null)
    await savePayment(uow, payment.id, { gateway_reference: reported.reference });
  if (reported.status === 'pending') return 'nothing_new';
  const transition = reported.status === 'refused' ? 'refuse' : 'cancel';
  if (!paymentCan[transition](payment.status)) return 'nothing_new';
  await applyTransition(uow, payment, transition, { changes: { instructions: null } });
  return 'applied';
}

async function applyRefunds(
  uow: UnitOfWork,
  paymentId: number,
  { refunds }: GatewayPayment,
): Promise<'applied' | 'nothing_new' | 'waiting'> {
  const seen = new Set<string>();
  for (const reported of refunds)
    seen.add(await applyRefund(uow, await relockPayment(uow.db, paymentId), reported));
  if (seen.has('waiting')) return 'waiting';
  return seen.has('applied') ? 'applied' : 'nothing_new';
}

async function applyRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  reported: GatewayRefund,
): Promise<'applied' | 'nothing_new' | 'waiting'> {
  const known = payment.refunds.find(
    ({ gateway_reference: reference }) => reference === reported.reference,
  );
  if (known !== undefined) {
    if (known.status !== 'processing' || reported.status === 'processing') return 'nothing_new';
    await endRefund(uow, payment, known, { status: reported.status });
    return 'applied';
  }
  if (reported.status === 'failed') return 'nothing_new';
  // It may be one of our own refunds whose reference is not known yet: a request with its
  // idempotency key decides that, an equal amount does not.
  const mayBeOurs = payment.refunds.some(
    (ours) =>
      ours.status === 'processing' &&
      ours.gateway_reference === null &&
      centsOf(ours.amount) === reported.cents,
  );
  if (mayBeOurs) return 'waiting';
  // The refunds already completed cover the whole payment, so no further refund is possible.
  const left = unreturnedCents(payment.amount, payment.refunds);
  if (left === 0n) return 'nothing_new';
  await mirrorRefund(uow, payment, {
    reference: reported.reference,
    cents: reported.cents < left ? reported.cents : left,
    status: reported.status,
    reason: gatewayRefundReasons.elsewhere,
  });
  return 'applied';
}
