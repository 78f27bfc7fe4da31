import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes.js';
import type { RefundResponse } from 'mercadopago/dist/clients/paymentRefund/commonTypes.js';
import { parseDecimal } from '@lavra/domain/money/decimal';
import type { RefundStatus } from '@lavra/domain/payment/payment-status';
import type { GatewayPayment, GatewayRefund, Instructions } from './payment-gateway.ts';

/** What the API sends, as far as it can be relied upon. */
type Told<T> = { readonly [K in keyof T]?: T[K] | null };

const statuses: Readonly<Record<string, GatewayPayment['status']>> = {
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  rejected: 'refused',
  cancelled: 'cancelled',
  approved: 'paid',
  in_mediation: 'paid',
  refunded: 'paid',
  charged_back: 'paid',
};
const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  approved: 'succeeded',
  rejected: 'failed',
  cancelled: 'failed',
};
/** Of a payment that is `charged_back`, by its detail. */
const disputes: Readonly<Record<string, RefundStatus>> = {
  settled: 'succeeded',
  reimbursed: 'failed',
};

/** A payment as the gateway tells it; throws when what came is none. */
export function readPayment(told: Told<PaymentResponse>): GatewayPayment {
  const status = statuses[told.status ?? ''];
  if (status === undefined) throw new Error(`a payment with the status ${told.status}`);
  return {
    reference: referenceOf(told.id),
    ownReference: told.external_reference ?? null,
    status,
    cents: centsOrNull(told.transaction_amount),
    currency: told.currency_id ?? null,
    refunds: (told.refunds ?? []).map(readRefund),
    dispute:
      told.status === 'charged_back' ? (disputes[told.status_detail ?? ''] ?? 'processing') : null,
  };
}

export function readRefund(told: Told<RefundResponse>): GatewayRefund {
  const cents = centsOrNull(told.amount);
  if (cents === null) throw new Error('a refund without an amount');
  return {
    reference: referenceOf(told.id),
    cents,
    status: refundStatuses[told.status ?? ''] ?? 'processing',
  };
}

/** A body that broke off is read as an empty one by the SDK. */
function referenceOf(id: unknown): string {
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error('an answer without an id');
  return String(id);
}

function centsOrNull(amount: number | null | undefined): bigint | null {
  const parsed = parseDecimal(amount ?? Number.NaN, 2);
  return parsed.ok ? parsed.units : null;
}

/** How a Pix or boleto is paid; throws when neither code nor line came. */
export function readInstructions(told: Told<PaymentResponse>): Instructions {
  const until = told.date_of_expiration ?? null;
  const expiresAt = until === null ? null : new Date(until);
  const pix = told.point_of_interaction?.transaction_data;
  if (pix?.qr_code !== undefined)
    return { kind: 'pix', code: pix.qr_code, line: null, url: pix.ticket_url ?? null, expiresAt };
  const details = told.transaction_details;
  const line = details?.digitable_line ?? details?.barcode?.content ?? null;
  const url = details?.external_resource_url ?? null;
  if (line === null && url === null) throw new Error('a payment without instructions');
  return { kind: 'boleto', code: null, line, url, expiresAt };
}
