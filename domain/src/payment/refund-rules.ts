import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import type { PaymentTransition } from './payment-machine.ts';
import type { PaymentStatus, RefundStatus } from './payment-status.ts';

/**
 * The amount and status of a refund; the amount is exact decimal text, as the database returns it.
 */
export interface RefundPart {
  readonly amount: string;
  readonly status: RefundStatus;
}

/** Returns the cents of an exact decimal text. Throws when the text is not a valid amount. */
export function centsOf(amount: string | number): bigint {
  const parsed = parseDecimal(amount, 2);
  if (!parsed.ok) throw new Error(`${amount} is no amount: ${parsed.reason}`);
  return parsed.units;
}

/** Formats cents as the decimal text that the database parses. */
export const amountOf = (cents: bigint): string => formatDecimal(cents, 2);

const sum = (refunds: readonly RefundPart[], statuses: readonly RefundStatus[]): bigint =>
  refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((total, { amount }) => total + centsOf(amount), 0n);

/** Returns the refunded cents. */
export const refundedCents = (refunds: readonly RefundPart[]): bigint =>
  sum(refunds, ['succeeded']);

/**
 * Returns the cents that can still be refunded: refunds in progress count as refunded. Never
 * negative.
 */
export function refundableCents(amount: string, refunds: readonly RefundPart[]): bigint {
  const left = centsOf(amount) - sum(refunds, ['processing', 'succeeded']);
  return left > 0n ? left : 0n;
}

/**
 * Returns the cents that have not been refunded with certainty: a refund in progress may still
 * fail.
 */
export function unreturnedCents(amount: string, refunds: readonly RefundPart[]): bigint {
  const left = centsOf(amount) - refundedCents(refunds);
  return left > 0n ? left : 0n;
}

/** Returns the status of a paid payment, given its refunds. */
export function statusAfterRefunds(
  amount: string,
  refunds: readonly RefundPart[],
): Extract<PaymentStatus, 'confirmed' | 'partially_refunded' | 'refunded'> {
  const gone = refundedCents(refunds);
  if (gone === 0n) return 'confirmed';
  return gone >= centsOf(amount) ? 'refunded' : 'partially_refunded';
}

/** Returns the transition of a paid payment after a refund succeeded; `refunds` contains it. */
export const refundTransition = (
  amount: string,
  refunds: readonly RefundPart[],
): Extract<PaymentTransition, 'refund_part' | 'refund_rest'> =>
  statusAfterRefunds(amount, refunds) === 'refunded' ? 'refund_rest' : 'refund_part';

const restoring = {
  confirmed: 'restore_all',
  partially_refunded: 'restore_part',
  refunded: null,
} as const satisfies Readonly<
  Record<ReturnType<typeof statusAfterRefunds>, PaymentTransition | null>
>;

/**
 * Returns the transition of a paid payment after a refund was undone, which no longer counts among
 * `refunds`; null where the others still cover the whole payment.
 */
export const restoreTransition = (
  amount: string,
  refunds: readonly RefundPart[],
): (typeof restoring)[keyof typeof restoring] => restoring[statusAfterRefunds(amount, refunds)];
