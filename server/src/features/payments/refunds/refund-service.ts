import type { RefundBody } from '@lavra/contract/admin/payments';
import type { Payment } from '@lavra/contract/payments/schemas';
import { parseDecimal } from '@lavra/domain/money/decimal';
import { isPaid } from '@lavra/domain/payment/payment-machine';
import { amountOf, refundableCents } from '@lavra/domain/payment/refund-rules';
import type { Actor, HttpRequest } from '../../../platform/auth/request.ts';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { InvalidFields, RuleError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { formatMoney } from '../../../platform/text/format-pt-br.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { recordRefund } from '../payment-outcomes.ts';
import { presentPayment } from '../payment-presenter.ts';
import { getPayment } from '../payment-queries.ts';
import { insertRefund, lockPayment, relockPayment, type LockedPayment } from '../payment-store.ts';
import { askRefund, claimEnd, settleRefund } from './refund-settling.ts';

/**
 * Refunds in two commands around a stored state: the first stores the row; then the gateway is
 * called, outside any transaction and with the row's own idempotency key; the second stores the
 * outcome. A refund without a known outcome stays `processing` until the worker settles it. Throws
 * `payment_not_found`, `payment_not_refundable`, `refund_nothing_left`, or `InvalidFields` for an
 * amount that exceeds what is left.
 */
export async function refundPayment(
  platform: Platform,
  chooseGateway: ChooseGateway,
  request: HttpRequest<Actor>,
  paymentId: number,
  body: RefundBody,
): Promise<Payment> {
  const { db, command } = platform;
  let isNew = false;
  const { refundId } = await command(request, async (uow) => {
    isNew = true;
    return {
      refundId: await requestRefund(uow, await lockPayment(uow.db, paymentId), {
        body,
        requestedBy: request.caller.userId,
        chooseGateway,
      }),
    };
  });
  // A repeated request with the same key finds the row of the first one and continues where that
  // one stopped.
  const ask = (): Promise<void> =>
    isNew
      ? askRefund(platform, chooseGateway, refundId, request)
      : settleRefund(platform, chooseGateway, refundId);
  // The gateway takes seconds, so a request that waits for it occupies no concurrency slot.
  await request.withoutSlot(ask, { reacquire: false });
  return presentPayment(await getPayment(db, paymentId));
}

interface AskedRefund {
  readonly body: RefundBody;
  readonly requestedBy: number;
  readonly chooseGateway: ChooseGateway;
}

/** Inserts the refund and returns its id; without a gateway the refund is completed immediately. */
async function requestRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  { body, requestedBy, chooseGateway }: AskedRefund,
): Promise<number> {
  if (!isPaid(payment.status)) throw new RuleError('payment_not_refundable');
  const amount = amountOf(centsToRefund(payment, body.amount));
  const gateway = payment.gateway_reference === null ? undefined : await chooseGateway(uow.db);
  const isByHand = gateway === undefined || gateway.name !== payment.gateway;
  const cancelSubscription = body.cancel_subscription === true;
  const id = await insertRefund(uow, {
    paymentId: payment.id,
    amount,
    status: isByHand ? 'succeeded' : 'processing',
    reason: reasonOf(body),
    cancelSubscription,
    gateway: isByHand ? null : payment.gateway,
    gatewayReference: null,
    requestedBy,
    claimedUntil: isByHand ? null : claimEnd(uow.now),
  });
  if (isByHand) {
    await recordRefund(uow, await relockPayment(uow.db, payment.id), {
      id,
      amount,
      status: 'succeeded',
      cancelSubscription,
    });
    return id;
  }
  const { status } = payment;
  uow.audit({
    action: 'status_changed',
    resourceType: 'payment',
    resourceId: payment.id,
    oldValues: { status },
    newValues: { status, refund_id: id, refund_amount: amount, refund_status: 'processing' },
  });
  uow.event({ type: 'refund.requested', data: { refund_id: id } });
  return id;
}

/** Returns the requested cents, or all that can still be refunded; never more than that. */
function centsToRefund({ amount, refunds }: LockedPayment, asked: number | undefined): bigint {
  const left = refundableCents(amount, refunds);
  if (left === 0n) throw new RuleError('refund_nothing_left');
  if (asked === undefined) return left;
  const parsed = parseDecimal(asked, 2);
  if (!parsed.ok)
    throw parsed.reason === 'too_many_decimals'
      ? InvalidFields.of('amount', 'too_many_decimals', { limit: 2 })
      : InvalidFields.of('amount', 'too_large');
  if (parsed.units === 0n) throw InvalidFields.of('amount', 'positive');
  if (parsed.units > left)
    throw InvalidFields.of('amount', 'refund_left', { left: formatMoney(amountOf(left)) });
  return parsed.units;
}

const reasonOf = ({ reason }: RefundBody): string | null => {
  const text = reason?.trim() ?? '';
  return text === '' ? null : text;
};
