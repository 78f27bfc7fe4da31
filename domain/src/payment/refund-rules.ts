import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import type { PaymentStatus, RefundStatus } from './payment-status.ts';

/** A refund as far as money goes: exact decimal text, as the database gives it. */
export interface RefundPart {
  readonly amount: string;
  readonly status: RefundStatus;
}

/** Cents of an exact decimal text; throws for anything that is no amount. */
export function centsOf(amount: string | number): bigint {
  const parsed = parseDecimal(amount, 2);
  if (!parsed.ok) throw new Error(`${amount} is no amount: ${parsed.reason}`);
  return parsed.units;
}

/** Cents → the decimal text the database reads. */
export const amountOf = (cents: bigint): string => formatDecimal(cents, 2);

const sum = (refunds: readonly RefundPart[], statuses: readonly RefundStatus[]): bigint =>
  refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((total, { amount }) => total + centsOf(amount), 0n);

/** Cents that went back. */
export const refundedCents = (refunds: readonly RefundPart[]): bigint =>
  sum(refunds, ['succeeded']);

/** Cents that can still be asked for: what is under way counts as gone. Never negative. */
export function refundableCents(amount: string, refunds: readonly RefundPart[]): bigint {
  const left = centsOf(amount) - sum(refunds, ['processing', 'succeeded']);
  return left > 0n ? left : 0n;
}

/** Cents that have not gone back for sure; what is still under way may yet fail. */
export function unreturnedCents(amount: string, refunds: readonly RefundPart[]): bigint {
  const left = centsOf(amount) - refundedCents(refunds);
  return left > 0n ? left : 0n;
}

/** The status of a paid payment, by what went back. */
export function statusAfterRefunds(
  amount: string,
  refunds: readonly RefundPart[],
): Extract<PaymentStatus, 'confirmed' | 'partially_refunded' | 'refunded'> {
  const gone = refundedCents(refunds);
  if (gone === 0n) return 'confirmed';
  return gone >= centsOf(amount) ? 'refunded' : 'partially_refunded';
}
