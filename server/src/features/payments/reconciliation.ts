import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { GatewayPayment } from '../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChooseGateway } from './gateway-choice.ts';
import { reconcilePayment, type ReconciliationResult } from './reconcile-payment.ts';
import { lockPayment } from './payment-store.ts';
import { listUnconfirmedRefunds } from './refunds/refund-queries.ts';
import { settleRefund } from './refunds/refund-settling.ts';

export type Settled = ReconciliationResult | 'unknown_payment';

/**
 * Applies the gateway's data to the payment that it concerns, found by our own UUID or by the
 * gateway's reference. `beside` runs in the same transaction, except for results that need another
 * attempt.
 */
export async function applyReported(
  platform: Platform,
  chooseGateway: ChooseGateway,
  reported: GatewayPayment,
  beside?: (uow: UnitOfWork, result: ReconciliationResult) => Promise<void>,
): Promise<Settled> {
  const { db, command, logger, zone } = platform;
  const id = await findPaymentId(db, reported);
  if (id === undefined) return 'unknown_payment';
  // Settles our own refunds first, so that the gateway's data about them is matched to their rows.
  if (reported.refunds.length > 0)
    for (const refund of await listUnconfirmedRefunds(db, id))
      await settleRefund(platform, chooseGateway, refund.id);
  const result = await command(systemActor, async (uow) => {
    const seen = await reconcilePayment(uow, await lockPayment(uow.db, id), reported, zone);
    if (seen !== 'waiting' && seen !== 'amount_mismatch') await beside?.(uow, seen);
    return seen;
  });
  if (result === 'amount_mismatch' || result === 'paid_twice')
    logger.error(
      { payment: id, reference: reported.reference, result },
      'payment differs from the gateway and needs an administrator',
    );
  return result;
}

async function findPaymentId(
  { q }: Db,
  { ownReference, reference }: GatewayPayment,
): Promise<number | undefined> {
  const isUuid =
    ownReference !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(ownReference);
  const found = await q
    .selectFrom('payments')
    .select('id')
    .where('gateway', 'is not', null)
    .where((eb) =>
      isUuid ? eb('uuid', '=', ownReference) : eb('gateway_reference', '=', reference),
    )
    .executeTakeFirst();
  return found?.id;
}
