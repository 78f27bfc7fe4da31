import { refundCan } from '@lavra/domain/payment/refund-machine';
import { amountOf, centsOf, refundableCents } from '@lavra/domain/payment/refund-rules';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { GatewayPayment } from '../../platform/payment-gateway/payment-gateway.ts';
import { disputeCovered, disputeWon, gatewayRefundReasons } from './payment-texts.ts';
import { mirrorRefund } from './mirrored-refunds.ts';
import { endRefund, undoRefund } from './payment-outcomes.ts';
import { relockPayment, saveRefund, type RefundRow } from './payment-store.ts';

/**
 * Applies a dispute to a payment. A disputed charge withholds the part that is not being refunded
 * otherwise, and ends as a refund or as none. It concerns the remainder: while it is open, its
 * amount follows the other refunds, so that their sum never exceeds the payment. Returns whether
 * anything changed.
 */
export async function reconcileDispute(
  uow: UnitOfWork,
  paymentId: number,
  reported: GatewayPayment,
): Promise<boolean> {
  const reference = `dispute:${reported.reference}`;
  const { refunds } = await relockPayment(uow.db, paymentId);
  const disputes = refunds.filter(
    ({ gateway_reference: known }) =>
      known === reference || known?.startsWith(`${reference}:`) === true,
  );
  if (reported.dispute === 'failed') return win(uow, paymentId, disputes);
  const open = disputes.find(({ status }) => status === 'processing');
  if (reported.dispute === null) {
    // Not charged back any more: the dispute was won.
    if (open !== undefined) await end(uow, paymentId, open, 'failed');
    return open !== undefined;
  }
  return follow(uow, paymentId, {
    open,
    status: reported.dispute,
    reference: disputes.length === 0 ? reference : `${reference}:${disputes.length}`,
  });
}

/**
 * Applies a dispute decided in our favour: ends an open one, and restores what was recorded as
 * lost.
 */
async function win(
  uow: UnitOfWork,
  paymentId: number,
  disputes: readonly RefundRow[],
): Promise<boolean> {
  let isNew = false;
  for (const row of disputes) {
    if (row.status === 'processing') await end(uow, paymentId, row, 'failed');
    if (refundCan.undo(row.status))
      await undoRefund(uow, await relockPayment(uow.db, paymentId), row, disputeWon);
    isNew ||= row.status !== 'failed';
  }
  return isNew;
}

async function follow(
  uow: UnitOfWork,
  paymentId: number,
  {
    open,
    status,
    reference,
  }: { open: RefundRow | undefined; status: 'processing' | 'succeeded'; reference: string },
): Promise<boolean> {
  const { amount, refunds } = await relockPayment(uow.db, paymentId);
  const cents = refundableCents(
    amount,
    refunds.filter(({ id }) => id !== open?.id),
  );
  if (open === undefined) {
    if (cents === 0n) return false;
    await mirrorRefund(uow, await relockPayment(uow.db, paymentId), {
      reference,
      cents,
      status,
      reason: gatewayRefundReasons.dispute,
    });
    return true;
  }
  if (cents === 0n) {
    await endRefund(uow, await relockPayment(uow.db, paymentId), open, {
      status: 'failed',
      failure: disputeCovered,
    });
    return true;
  }
  if (cents !== centsOf(open.amount)) await saveRefund(uow, open.id, { amount: amountOf(cents) });
  if (status === 'succeeded')
    await end(uow, paymentId, { ...open, amount: amountOf(cents) }, status);
  return status === 'succeeded' || cents !== centsOf(open.amount);
}

const end = async (
  uow: UnitOfWork,
  paymentId: number,
  row: RefundRow,
  status: 'succeeded' | 'failed',
): Promise<void> =>
  endRefund(uow, await relockPayment(uow.db, paymentId), row, {
    status,
    failure: status === 'failed' ? disputeWon : null,
  });
