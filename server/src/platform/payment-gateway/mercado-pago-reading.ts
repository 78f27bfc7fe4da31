import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes.js';
import type { RefundResponse } from 'mercadopago/dist/clients/paymentRefund/commonTypes.js';
import { parseDecimal } from '@lavra/domain/money/decimal';
import type { RefundStatus } from '@lavra/domain/payment/payment-status';
import type { GatewayPayment, GatewayRefund, Instructions } from './payment-gateway.ts';

/** The SDK's types with every field optional, since the API does not always send them. */
type Received<T> = { readonly [K in keyof T]?: T[K] | null };

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
/** Status of a dispute, by the detail of a payment that is `charged_back`. */
const disputes: Readonly<Record<string, RefundStatus>> = {
  settled: 'succeeded',
  reimbursed: 'failed',
};

/** Converts a payment from the API; throws when the reply is not one. */
export function readPayment(response: Received<PaymentResponse>): GatewayPayment {
  const status = statuses[response.status ?? ''];
  if (status === undefined) throw new Error(`a payment with the status ${response.status}`);
  return {
    reference: referenceOf(response.id),
    ownReference: response.external_reference ?? null,
    status,
    cents: centsOrNull(response.transaction_amount),
    currency: response.currency_id ?? null,
    refunds: (response.refunds ?? []).map(readRefund),
    dispute:
      response.status === 'charged_back'
        ? (disputes[response.status_detail ?? ''] ?? 'processing')
        : null,
  };
}

/** Converts the payments that a search found; throws when the reply is no search. */
export function readPayments({ results }: { readonly results?: unknown }): GatewayPayment[] {
  if (!Array.isArray(results)) throw new Error('a search without results');
  // The SDK's own type of a found payment lacks most fields.
  return (results as PaymentResponse[]).map(readPayment);
}

/** Converts the refunds of a payment; throws when the reply is no list. */
export function readRefunds(response: readonly RefundResponse[]): GatewayRefund[] {
  if (!Array.isArray(response)) throw new Error('a list that is none');
  return response.map(readRefund);
}

export function readRefund(response: Received<RefundResponse>): GatewayRefund {
  const cents = centsOrNull(response.amount);
  if (cents === null) throw new Error('a refund without an amount');
  return {
    reference: referenceOf(response.id),
    cents,
    status: refundStatuses[response.status ?? ''] ?? 'processing',
  };
}

/**
 * Returns the id as text. Throws where there is none: the SDK reads a body that broke off as an
 * empty one.
 */
function referenceOf(id: unknown): string {
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error('an answer without an id');
  return String(id);
}

function centsOrNull(amount: number | null | undefined): bigint | null {
  const parsed = parseDecimal(amount ?? Number.NaN, 2);
  return parsed.ok ? parsed.units : null;
}

/** Returns how a Pix or boleto is paid; throws when the reply has neither code nor line. */
export function readInstructions(response: Received<PaymentResponse>): Instructions {
  const until = response.date_of_expiration ?? null;
  const expiresAt = until === null ? null : new Date(until);
  const pix = response.point_of_interaction?.transaction_data;
  if (pix?.qr_code !== undefined)
    return { kind: 'pix', code: pix.qr_code, line: null, url: pix.ticket_url ?? null, expiresAt };
  const details = response.transaction_details;
  const line = details?.digitable_line ?? details?.barcode?.content ?? null;
  const url = details?.external_resource_url ?? null;
  if (line === null && url === null) throw new Error('a payment without instructions');
  return { kind: 'boleto', code: null, line, url, expiresAt };
}

/** Returns how a card is charged: on a page of the gateway; throws when the reply has no address. */
export function readPage(
  { init_point: url }: { readonly init_point?: string },
  expiresAt: Date,
): Instructions {
  if (url === undefined) throw new Error('a page without an address');
  return { kind: 'card_page', code: null, line: null, url, expiresAt };
}
