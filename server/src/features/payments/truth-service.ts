import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import type { GatewayPayment } from '../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyTruth, type Verdict } from './gateway-truth.ts';
import { lockPayment } from './payment-store.ts';
import { listUnheardRefunds } from './refunds/refund-queries.ts';
import type { RefundSettling } from './refunds/refund-settling.ts';

export type Settled = Verdict | 'unknown_payment';

export type Truth = ReturnType<typeof createTruth>;

/**
 * Applies the gateway's data to the payment that it concerns, found by our own UUID or by the
 * gateway's reference.
 */
export function createTruth({
  platform,
  settling,
}: {
  platform: Platform;
  settling: RefundSettling;
}) {
  const { db, command, logger, zone } = platform;

  const findPaymentId = async ({
    ownReference,
    reference,
  }: GatewayPayment): Promise<number | undefined> => {
    const isUuid =
      ownReference !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(ownReference);
    const found = await db.q
      .selectFrom('payments')
      .select('id')
      .where('gateway', 'is not', null)
      .where((eb) =>
        isUuid ? eb('uuid', '=', ownReference) : eb('gateway_reference', '=', reference),
      )
      .executeTakeFirst();
    return found?.id;
  };

  return {
    /** `beside` runs in the same transaction, except for verdicts that need another attempt. */
    async apply(
      told: GatewayPayment,
      beside?: (uow: UnitOfWork, verdict: Verdict) => Promise<void>,
    ): Promise<Settled> {
      const id = await findPaymentId(told);
      if (id === undefined) return 'unknown_payment';
      // Settles our own refunds first, so that the gateway's data about them is matched to their
      // rows.
      if (told.refunds.length > 0)
        for (const refund of await listUnheardRefunds(db, id)) await settling.settle(refund.id);
      const verdict = await command(systemActor, async (uow) => {
        const seen = await applyTruth(uow, await lockPayment(uow.db, id), told, zone);
        if (seen !== 'waiting' && seen !== 'amount_mismatch') await beside?.(uow, seen);
        return seen;
      });
      if (verdict === 'amount_mismatch' || verdict === 'paid_twice')
        logger.error(
          { payment: id, reference: told.reference, verdict },
          'a payment at the gateway needs a person to look at it',
        );
      return verdict;
    },
  };
}
