const windows1252 = new TextDecoder('windows-1252');

/**
 * Repairs a text of the register: composes accents, decodes Windows code page bytes that were
 * stored as control characters and HTML entities, and removes invisible characters and needless
 * space.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/&#(\d{1,6});?/g, (_, code: string) =>
      String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)),
    )
    .replaceAll(/[\u0080-\u009F]/g, (byte) => windows1252.decode(Uint8Array.of(byte.charCodeAt(0))))
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Cn}\uFFFD]/gu, '')
    .trim();
}

/**
 * Splits one entry into its brands. Some registrations list several between commas; a comma inside
 * a name (`2,4-D`, `124,7 EC`) has no space after it.
 */
export const brandsOf = (entry: string): string[] =>
  cleanText(entry)
    .split(/,(?:\s+|$)/)
    .map((brand) => brand.trim())
    .filter((brand) => brand !== '');

/** Capitalises the first letter: `picloram` becomes `Picloram`, `2,4-D` stays. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
