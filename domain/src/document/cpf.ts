import { isRepeated } from './mask.ts';

/** Returns true for 11 unmasked digits with matching check digits. */
export function isCpf(document: string): boolean {
  if (!/^\d{11}$/.test(document) || isRepeated(document)) return false;
  const base = document.slice(0, 9);
  return document === base + cpfCheckDigits(base);
}

/** Returns the two check digits of nine base digits. */
export function cpfCheckDigits(base: string): string {
  const first = checkDigit(base);
  return first + checkDigit(base + first);
}

/**
 * Weights decrease to 2 at the last digit; the check digit is (sum × 10) mod 11, with 10 written as
 * 0.
 */
function checkDigit(digits: string): string {
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  return String(((sum * 10) % 11) % 10);
}

/** Formats `52998224725` as `529.982.247-25`. */
export function formatCpf(document: string): string {
  return document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}
