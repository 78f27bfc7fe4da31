import type { Checkout, CheckoutBody } from '@lavra/contract/payments/schemas';
import { endOfDay } from '@lavra/domain/calendar/calendar';
import { centsOf } from '@lavra/domain/payment/refund-rules';
import { paymentCan } from '@lavra/domain/payment/payment-machine';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import type { Caller } from '../../../platform/auth/caller.ts';
import { afterClaim, type HttpRequest } from '../../../platform/auth/request.ts';
import { RuleError } from '../../../platform/errors.ts';
import {
  createCallerQueue,
  type CallerQueue,
} from '../../../platform/http/admission/caller-queue.ts';
import type {
  Instructions,
  PaymentGateway,
} from '../../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../../platform/platform.ts';
import { chargeDescription } from '../payment-texts.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { presentOwnPayment } from '../payment-presenter.ts';
import { getPayment, type PaymentView, type StoredInstructions } from '../payment-queries.ts';
import { lockPayment, savePayment } from '../payment-store.ts';
import { applyTransition } from '../payment-transition.ts';
import { readChoice } from './checkout-choice.ts';
import { openCharge } from './open-charge.ts';
import { readPayer } from './payer.ts';

/** What a checkout charges with: the configured gateway, and the queue of those who wait for it. */
export interface Charging {
  readonly chooseGateway: ChooseGateway;
  readonly queue: CallerQueue;
}

/**
 * Creates the queue of the requests that charge at a gateway. A gateway takes seconds, so a request
 * that waits for it occupies no concurrency slot. When these limits reject a request, a repeated
 * one charges the same payment.
 */
export const createChargeQueue = (): CallerQueue =>
  createCallerQueue(
    { atOnce: 64, each: 16, waiting: 64 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 2 },
  );

/**
 * Creates a charge in two commands: the first stores the payment; then the gateway is called with
 * the payment's own idempotency key; the second stores the payment instructions. When the gateway
 * does not respond, the payment stays open: a repeated request charges the same payment, and its
 * webhook finds it. Throws `InvalidFields`, `plan_without_price`, `gateway_not_configured`,
 * `payment_refused` or `overloaded`.
 */
export async function checkoutSubscription(
  platform: Platform,
  { chooseGateway, queue }: Charging,
  request: HttpRequest<Caller>,
  body: CheckoutBody,
): Promise<Checkout> {
  const { db, command, zone } = platform;
  const choice = await readChoice(db, request.caller, body);
  const gateway = await chooseGateway(db);
  if (gateway === undefined) throw new RuleError('gateway_not_configured');
  const { paymentId } = await command(request, async (uow) => ({
    paymentId: await openCharge(uow, {
      userId: request.caller.userId,
      choice,
      billingCycle: body.billing_cycle,
      method: body.method,
      gateway: gateway.name,
      zone,
    }),
  }));
  const before = await getPayment(db, paymentId);
  if (before.instructions === null && paymentCan.refuse(before.status))
    await charge(platform, { gateway, queue }, request, before, body.method);
  const payment = presentOwnPayment(await getPayment(db, paymentId), zone);
  if (payment.status === 'failed') throw new RuleError('payment_refused');
  return { payment, instructions: payment.instructions };
}

async function charge(
  { db, command, logger, zone }: Platform,
  { gateway, queue }: { readonly gateway: PaymentGateway; readonly queue: CallerQueue },
  request: HttpRequest<Caller>,
  payment: PaymentView,
  method: CheckoutBody['method'],
): Promise<void> {
  const payer = await readPayer(db, payment.user_id);
  const outcome = await queue(request, () =>
    gateway.createCharge({
      uuid: payment.uuid,
      cents: centsOf(payment.amount),
      method,
      expiresAt: lastSecondOf(payment.due_date, zone),
      payer,
      description: chargeDescription(payment.plan_name, billingCycleLabels[payment.billing_cycle]),
    }),
  );
  if (outcome.kind !== 'done')
    logger.warn(
      { payment: payment.id, outcome: outcome.kind, why: outcome.why, detail: outcome.detail },
      'charge failed',
    );
  if (outcome.kind === 'unknown') return;
  const charged = outcome.kind === 'done' ? outcome.value : undefined;
  await command(afterClaim(request), async (uow) => {
    const locked = await lockPayment(uow.db, payment.id);
    // The payment was paid or given up before the gateway returned the instructions.
    if (!paymentCan.refuse(locked.status)) return;
    if (charged === undefined) {
      await applyTransition(uow, locked, 'refuse');
      return;
    }
    await savePayment(uow, locked.id, {
      gateway_reference: charged.reference ?? locked.gateway_reference,
      instructions: JSON.stringify(stored(charged.instructions)),
    });
  });
}

/** Returns 23:59:59 of a day, so that the gateway shows that day as the expiry. */
const lastSecondOf = (date: string, zone: string): Date =>
  new Date(endOfDay(date, zone).getTime() - 1000);

const stored = ({ kind, code, line, url, expiresAt }: Instructions): StoredInstructions => ({
  kind,
  code,
  line,
  url,
  expires_at: expiresAt === null ? null : expiresAt.toISOString(),
});
