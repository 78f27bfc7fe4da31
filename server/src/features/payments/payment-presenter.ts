import type {
  OwnPayment,
  Payment,
  PaymentInstructions,
  Refund,
} from '@lavra/contract/payments/schemas';
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import { decimalToNumber } from '@lavra/domain/money/decimal';
import { isPaid } from '@lavra/domain/payment/payment-machine';
import { paymentStatusLabels, refundStatusLabels } from '@lavra/domain/payment/payment-status';
import { refundableCents, refundedCents } from '@lavra/domain/payment/refund-rules';
import { wireNumber, wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { presentPlanRef, presentSubscriber } from '../subscriptions/subscriptions-feature.ts';
import type { PaymentView, RefundView, StoredInstructions } from './payment-queries.ts';

const head = (payment: PaymentView) => ({
  id: payment.id,
  uuid: payment.uuid,
  subscription_id: payment.subscription_id,
  plan: presentPlanRef(payment),
  billing_cycle: payment.billing_cycle,
  amount: wireNumber(payment.amount),
  status: payment.status,
  status_label: paymentStatusLabels[payment.status],
  payment_method: payment.payment_method,
  payment_date: payment.payment_date,
  due_date: payment.due_date,
  refunded_amount: decimalToNumber(refundedCents(payment.refunds), 2),
  created_at: wireTime(payment.created_at),
  updated_at: wireTime(payment.updated_at),
});

const refundHead = ({ id, uuid, amount, status, created_at, updated_at }: RefundView) => ({
  id,
  uuid,
  amount: wireNumber(amount),
  status,
  status_label: refundStatusLabels[status],
  created_at: wireTime(created_at),
  updated_at: wireTime(updated_at),
});

function presentRefund(refund: RefundView): Refund {
  const { reason, cancel_subscription, gateway, gateway_reference, failure } = refund;
  const { requester_id, requester_name } = refund;
  return {
    ...refundHead(refund),
    reason,
    cancel_subscription,
    gateway,
    gateway_reference,
    failure,
    requested_by:
      requester_id === null || requester_name === null
        ? null
        : { id: requester_id, name: requester_name },
  };
}

/** Returns a payment for the administration. */
export function presentPayment(payment: PaymentView): Payment {
  const refundable = isPaid(payment.status) ? refundableCents(payment.amount, payment.refunds) : 0n;
  return {
    ...head(payment),
    user: presentSubscriber(payment),
    refundable_amount: decimalToNumber(refundable, 2),
    refunds: payment.refunds.map(presentRefund),
    gateway: payment.gateway,
    gateway_reference: payment.gateway_reference,
    confirmed_at: wireTimeOrNull(payment.confirmed_at),
  };
}

/** Returns a payment for its payer. */
export const presentOwnPayment = (payment: PaymentView, zone: string): OwnPayment => ({
  ...head(payment),
  refunds: payment.refunds.map(refundHead),
  instructions: presentInstructions(payment.instructions, zone),
});

const presentInstructions = (
  stored: StoredInstructions | null,
  zone: string,
): PaymentInstructions | null =>
  stored === null
    ? null
    : {
        ...stored,
        expires_at:
          stored.expires_at === null ? null : formatTimestamp(new Date(stored.expires_at), zone),
      };
