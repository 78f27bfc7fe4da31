import { amountOf } from '@lavra/domain/payment/refund-rules';
import type { InitialRefundStatus } from '@lavra/domain/payment/refund-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { recordRefund } from './payment-outcomes.ts';
import { insertRefund, relockPayment, type LockedPayment } from './payment-store.ts';

export interface GatewayRefundData {
  readonly reference: string;
  readonly cents: bigint;
  readonly status: InitialRefundStatus;
  readonly reason: string;
}

/** Records a refund that was not requested here. */
export async function mirrorRefund(
  uow: UnitOfWork,
  payment: LockedPayment,
  { reference, cents, status, reason }: GatewayRefundData,
): Promise<void> {
  const amount = amountOf(cents);
  const id = await insertRefund(uow, {
    paymentId: payment.id,
    amount,
    status,
    reason,
    cancelSubscription: false,
    gateway: payment.gateway,
    gatewayReference: reference,
    requestedBy: null,
    claimedUntil: null,
  });
  if (status !== 'processing')
    await recordRefund(uow, await relockPayment(uow.db, payment.id), {
      id,
      amount,
      status,
      cancelSubscription: false,
    });
}
