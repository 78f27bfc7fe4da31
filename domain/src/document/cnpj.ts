import { isRepeated } from './mask.ts';

/**
 * Returns true for 14 unmasked characters with matching check digits. The first twelve are digits
 * or, since July 2026, also letters A-Z (IN RFB 2.229/2024); existing numeric documents remain
 * valid.
 */
export function isCnpj(document: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(document) || isRepeated(document)) return false;
  const base = document.slice(0, 12);
  return document === base + cnpjCheckDigits(base);
}

/** Returns the two check digits of twelve base characters. */
export function cnpjCheckDigits(base: string): string {
  const first = checkDigit(base);
  return first + checkDigit(base + first);
}

/**
 * Each character counts as its ASCII code minus 48; weights run from 2 to 9 from the right and
 * repeat.
 */
function checkDigit(characters: string): string {
  const last = characters.length - 1;
  const sum = Array.from(characters).reduce(
    (total, character, index) =>
      total + (character.charCodeAt(0) - 48) * (2 + ((last - index) % 8)),
    0,
  );
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** Formats `12ABC34501DE35` as `12.ABC.345/01DE-35`. */
export function formatCnpj(document: string): string {
  return document.replace(/^(.{2})(.{3})(.{3})(.{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}
