import { parseAmount } from '@lavra/domain/money/proposal-total';

/**
 * Parses a stored amount into cents. Throws when it is out of bounds, which the check on input
 * should have prevented.
 */
export function storedCents(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error(`stored amount ${amount} is ${parsed.reason}`);
  return parsed.units;
}
