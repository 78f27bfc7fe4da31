import { localDate } from '../calendar/calendar.ts';
import { centsOf } from './refund-rules.ts';

/** What is asked of a subscriber and not paid; `amount` is exact decimal text. */
export interface Demand {
  readonly amount: string;
  readonly due_date: string;
  /** ISO 8601, where the payment gateway set an expiry. */
  readonly expires_at: string | null;
}

/** Returns true until the demand expires, and through its due date where it has no expiry. */
export const isPayable = (
  { due_date, expires_at }: Pick<Demand, 'due_date' | 'expires_at'>,
  { now, zone }: { readonly now: Date; readonly zone: string },
): boolean => (expires_at === null ? due_date >= localDate(now, zone) : new Date(expires_at) > now);

/**
 * Returns what a period costs, as exact text: the lowest of its price and of the amounts that are
 * demanded for it and can be paid. So a raised price does not reach what was demanded before. Null
 * where the period is not sold and nothing is demanded.
 */
export function amountToPay(
  price: string | null,
  payable: readonly Pick<Demand, 'amount'>[],
): string | null {
  const amounts = [...(price === null ? [] : [price]), ...payable.map(({ amount }) => amount)];
  return amounts.toSorted((a, b) => Number(centsOf(a) - centsOf(b)))[0] ?? null;
}
