import { centsOf } from '@lavra/domain/payment/refund-rules';
import type { Caller, Visitor } from '../../../platform/auth/caller.ts';
import { systemActor } from '../../../platform/db/command.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import type {
  GatewayRefund,
  PaymentGateway,
} from '../../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refundTroubles } from '../../../platform/texts/payment-texts.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { applyTruth } from '../gateway-truth.ts';
import { endRefund, type RefundEnd } from '../payment-outcomes.ts';
import { lockPayment, saveRefund } from '../payment-store.ts';
import {
  findAskedRefund,
  listLinkedReferences,
  listUnheardRefunds,
  type AskedRefund,
} from './refund-queries.ts';

const SECOND = 1000;
/** Longer than all that one try may take: a call, and looking what came of it. */
const CLAIM_MS = 90 * SECOND;
/** A gateway forgets keys some day: before asking again after this, look whether it was done. */
const KEY_HOLDS_MS = 12 * 3600 * SECOND;
/** After so long without an outcome a person should look at it. */
const TOO_LONG_MS = 24 * 3600 * SECOND;

/** Until when whoever asks now is left alone. */
export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

const claimRefund = statement({
  name: 'refund-claim',
  params: params<{ id: number; now: Date; until: Date }>(),
  columns: { id: col.int },
  text: `
    UPDATE refunds SET claimed_until = :until::timestamptz
    WHERE id = :id AND status = 'processing' AND gateway IS NOT NULL AND (claimed_until IS NULL OR claimed_until <= :now) RETURNING id`,
});

export type RefundSettling = ReturnType<typeof createRefundSettling>;

/** Asks the gateway for refunds that are `processing`, and records what it says. Asking again never refunds twice. */
export function createRefundSettling({
  platform,
  chooseGateway,
}: {
  platform: Platform;
  chooseGateway: ChooseGateway;
}) {
  const { db, command, clock, logger, zone } = platform;

  /** For whoever holds the claim. A refund recorded by hand has nothing to be asked about. */
  const ask = async (refundId: number, actor: Caller | Visitor = systemActor): Promise<void> => {
    const refund = await findAskedRefund(db, refundId);
    if (refund === undefined || refund.status !== 'processing') return;
    const gateway = await chooseGateway(db);
    if (gateway === undefined || gateway.name !== refund.gateway) return;
    const end =
      refund.gateway_reference === null
        ? await outcomeOf(gateway, refund)
        : await lookUp(gateway, refund);
    const { idempotency: _claimed, ...withoutKey } = actor;
    await command(withoutKey, async (uow) => {
      const payment = await lockPayment(uow.db, refund.payment_id);
      const row = payment.refunds.find(({ id }) => id === refundId);
      // Ended meanwhile, by what the gateway told of itself.
      if (row?.status !== 'processing') return;
      await endRefund(uow, payment, row, end);
      if (end.status === 'processing')
        await saveRefund(uow, row.id, { claimed_until: nextTry(refund, uow.now) });
    });
    // One that the gateway has and takes its time over, and a dispute, are in good hands.
    if (
      end.status === 'processing' &&
      end.reference === undefined &&
      refund.gateway_reference === null &&
      clock.now().getTime() - refund.asked_at.getTime() > TOO_LONG_MS
    ) {
      logger.error(
        { refund: refundId, payment: refund.payment_id },
        'a refund has had no outcome for more than a day',
      );
    }
  };

  /** What the gateway makes of it. A refusal is believed once it is seen that an earlier try did not go through. */
  const outcomeOf = async (gateway: PaymentGateway, refund: AskedRefund): Promise<RefundEnd> => {
    if (clock.now().getTime() - refund.asked_at.getTime() > KEY_HOLDS_MS) {
      const found = await findDone(gateway, refund);
      if (found !== undefined) return found;
    }
    const outcome = await gateway.refund(refund.payment_reference, {
      cents: centsOf(refund.amount),
      idempotencyKey: refund.uuid,
    });
    if (outcome.kind === 'done') return endOf(outcome.value);
    logger.warn(
      { refund: refund.id, outcome: outcome.kind, why: outcome.why, detail: outcome.detail },
      'a refund was not done',
    );
    if (outcome.kind === 'unknown')
      return { status: 'processing', failure: refundTroubles[outcome.why] };
    return (
      (await findDone(gateway, refund)) ?? {
        status: 'failed',
        failure: refundTroubles[outcome.why],
      }
    );
  };

  /**
   * The refund as it is found at the gateway without its key: one of its amount that belongs to no row of ours. Undefined
   * when there is none; `processing` when the gateway does not tell, or another of ours of the same amount may be meant.
   */
  const findDone = async (
    gateway: PaymentGateway,
    { id, payment_id, payment_reference, amount }: AskedRefund,
  ): Promise<RefundEnd | undefined> => {
    const listed = await gateway.listRefunds(payment_reference);
    if (listed.kind !== 'done') return unclear;
    const linked = await listLinkedReferences(db, payment_id);
    const found = listed.value.filter(
      ({ reference, cents, status }) =>
        status !== 'failed' && cents === centsOf(amount) && !linked.has(reference),
    );
    const alike = (await listUnheardRefunds(db, payment_id)).filter(
      (other) => other.id !== id && other.amount === amount,
    );
    if (found[0] === undefined) return undefined;
    return found.length > alike.length ? endOf(found[0]) : unclear;
  };

  /** Accepted and not ended yet, or a dispute: the payment itself tells. What has ended by that stays as it is. */
  const lookUp = async (gateway: PaymentGateway, refund: AskedRefund): Promise<RefundEnd> => {
    const told = await gateway.getPayment(refund.payment_reference);
    if (told.kind !== 'done') return { status: 'processing', failure: refundTroubles[told.why] };
    await command(systemActor, async (uow) =>
      applyTruth(uow, await lockPayment(uow.db, refund.payment_id), told.value, zone),
    );
    return { status: 'processing' };
  };

  return {
    ask,
    /** The same, unless somebody else is at it, or it was tried a moment ago. */
    async settle(refundId: number): Promise<void> {
      const now = clock.now();
      const claimed = await db.row(claimRefund, { id: refundId, now, until: claimEnd(now) });
      if (claimed !== undefined) await ask(refundId);
    },
  };
}

const endOf = ({ status, reference }: GatewayRefund): RefundEnd => ({
  status,
  reference,
  failure: status === 'failed' ? refundTroubles.refused : null,
});

const unclear: RefundEnd = { status: 'processing', failure: refundTroubles.unclear };

/** Soon at first, then ever less often, at least once an hour. */
function nextTry({ asked_at }: AskedRefund, now: Date): Date {
  const age = Math.max(0, now.getTime() - asked_at.getTime());
  return new Date(now.getTime() + Math.min(3600 * SECOND, Math.max(30 * SECOND, age / 2)));
}
