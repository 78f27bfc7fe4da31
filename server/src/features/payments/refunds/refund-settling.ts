import { centsOf } from '@lavra/domain/payment/refund-rules';
import { afterClaim, type Request } from '../../../platform/auth/request.ts';
import { systemActor, type UnitOfWork } from '../../../platform/db/command.ts';
import type { Db } from '../../../platform/db/database.ts';
import type {
  GatewayRefund,
  PaymentGateway,
} from '../../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refundTroubles } from '../payment-texts.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { reconcilePayment } from '../reconcile-payment.ts';
import { endRefund, type RefundEnd } from '../payment-outcomes.ts';
import { lockPayment, saveRefund } from '../payment-store.ts';
import {
  findAskedRefund,
  isUnclaimed,
  listLinkedReferences,
  listUnconfirmedRefunds,
  type AskedRefund,
} from './refund-queries.ts';

const SECOND = 1000;
/** Longer than one attempt can take: a call, and the query for its outcome. */
const CLAIM_MS = 90 * SECOND;
/**
 * Gateways discard idempotency keys after some time: after this period, check whether the refund
 * was made before requesting it again.
 */
const KEY_HOLDS_MS = 12 * 3600 * SECOND;
/** After this period without an outcome a person should look at it. */
const TOO_LONG_MS = 24 * 3600 * SECOND;

/** Returns the end of a claim made now; until then no other process settles the refund. */
export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

/**
 * Requests one refund that is `processing` from the gateway, and records the outcome; the caller
 * must hold its claim. Repeating a request never refunds twice. Does nothing for a refund recorded
 * by hand.
 */
export async function askRefund(
  platform: Platform,
  chooseGateway: ChooseGateway,
  refundId: number,
  request: Request = systemActor,
): Promise<void> {
  const { db, command, clock, logger } = platform;
  const refund = await findAskedRefund(db, refundId);
  if (refund === undefined || refund.status !== 'processing') return;
  const gateway = await chooseGateway(db);
  if (gateway === undefined || gateway.name !== refund.gateway) return;
  const end =
    refund.gateway_reference === null
      ? await outcomeOf(platform, gateway, refund)
      : await lookUp(platform, gateway, refund);
  await command(afterClaim(request), (uow) => recordEnd(uow, refund, end));
  // A refund that the gateway accepted and is still processing, or a dispute, needs no person.
  if (
    end.status === 'processing' &&
    end.reference === undefined &&
    refund.gateway_reference === null &&
    clock.now().getTime() - refund.asked_at.getTime() > TOO_LONG_MS
  ) {
    logger.error(
      { refund: refundId, payment: refund.payment_id },
      'refund without outcome for more than a day',
    );
  }
}

/** Does the same, unless another process is working on it or tried a moment ago. */
export async function settleRefund(
  platform: Platform,
  chooseGateway: ChooseGateway,
  refundId: number,
): Promise<void> {
  const now = platform.clock.now();
  const claimed = await platform.db.q
    .updateTable('refunds')
    .set({ claimed_until: claimEnd(now) })
    .where('id', '=', refundId)
    .where('status', '=', 'processing')
    .where('gateway', 'is not', null)
    .where(isUnclaimed(now))
    .returning('id')
    .executeTakeFirst();
  if (claimed !== undefined) await askRefund(platform, chooseGateway, refundId);
}

async function recordEnd(uow: UnitOfWork, refund: AskedRefund, end: RefundEnd): Promise<void> {
  const payment = await lockPayment(uow.db, refund.payment_id);
  const row = payment.refunds.find(({ id }) => id === refund.id);
  // Ended since, through the gateway's own notification.
  if (row?.status !== 'processing') return;
  await endRefund(uow, payment, row, end);
  if (end.status === 'processing')
    await saveRefund(uow, row.id, { claimed_until: nextTry(refund, uow.now) });
}

/**
 * Requests the refund and returns its outcome. A refusal counts only after checking that an earlier
 * attempt did not succeed.
 */
async function outcomeOf(
  { db, clock, logger }: Platform,
  gateway: PaymentGateway,
  refund: AskedRefund,
): Promise<RefundEnd> {
  if (clock.now().getTime() - refund.asked_at.getTime() > KEY_HOLDS_MS) {
    const found = await findDone(db, gateway, refund);
    if (found !== undefined) return found;
  }
  const outcome = await gateway.refund(refund.payment_reference, {
    cents: centsOf(refund.amount),
    idempotencyKey: refund.uuid,
  });
  if (outcome.kind === 'done') return endOf(outcome.value);
  logger.warn(
    { refund: refund.id, outcome: outcome.kind, why: outcome.why, detail: outcome.detail },
    'refund failed',
  );
  if (outcome.kind === 'unknown')
    return { status: 'processing', failure: refundTroubles[outcome.why] };
  return (
    (await findDone(db, gateway, refund)) ?? {
      status: 'failed',
      failure: refundTroubles[outcome.why],
    }
  );
}

/**
 * Searches the gateway for the refund without its key: one of the same amount that no row of ours
 * refers to. Returns undefined when there is none; `processing` when the gateway does not reply, or
 * when it could be another of our refunds of the same amount.
 */
async function findDone(
  db: Db,
  gateway: PaymentGateway,
  { id, payment_id, payment_reference, amount }: AskedRefund,
): Promise<RefundEnd | undefined> {
  const listed = await gateway.listRefunds(payment_reference);
  if (listed.kind !== 'done') return unclear;
  const linked = await listLinkedReferences(db, payment_id);
  const found = listed.value.filter(
    ({ reference, cents, status }) =>
      status !== 'failed' && cents === centsOf(amount) && !linked.has(reference),
  );
  const alike = (await listUnconfirmedRefunds(db, payment_id)).filter(
    (other) => other.id !== id && other.amount === amount,
  );
  if (found[0] === undefined) return undefined;
  return found.length > alike.length ? endOf(found[0]) : unclear;
}

/**
 * Settles a refund that was accepted but has not ended, or a dispute, by querying its payment; a
 * refund that has ended by then does not change.
 */
async function lookUp(
  { command, zone }: Platform,
  gateway: PaymentGateway,
  refund: AskedRefund,
): Promise<RefundEnd> {
  const reported = await gateway.getPayment(refund.payment_reference);
  if (reported.kind !== 'done')
    return { status: 'processing', failure: refundTroubles[reported.why] };
  await command(systemActor, async (uow) =>
    reconcilePayment(uow, await lockPayment(uow.db, refund.payment_id), reported.value, zone),
  );
  return { status: 'processing' };
}

const endOf = ({ status, reference }: GatewayRefund): RefundEnd => ({
  status,
  reference,
  failure: status === 'failed' ? refundTroubles.refused : null,
});

const unclear: RefundEnd = { status: 'processing', failure: refundTroubles.unclear };

/**
 * Returns the time of the next attempt: soon at first, then less and less often, at least once an
 * hour.
 */
function nextTry({ asked_at }: AskedRefund, now: Date): Date {
  const age = Math.max(0, now.getTime() - asked_at.getTime());
  return new Date(now.getTime() + Math.min(3600 * SECOND, Math.max(30 * SECOND, age / 2)));
}
