import type { AttachmentType } from '@lavra/contract/attachments/schemas';

const MAX_LENGTH = 200;
/**
 * Only this many characters, the last ones, of a sent name are read: composing accents and finding
 * trailing dots take time quadratic in its length.
 */
const LOOKED_AT = 1_000;
const endings: Readonly<Record<AttachmentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};

/**
 * Makes a sender's file name safe to store: no path, no invisible characters, the extension of its
 * actual type, at most 200 characters.
 */
export function attachmentFilename(sent: string, type: AttachmentType): string {
  const name = sent
    .slice(-LOOKED_AT)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '')
    .replaceAll(/[<>:"|?*\uFFFD]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  const [usual] = endings[type];
  const known = endings[type].find((ending) => name.toLowerCase().endsWith(ending));
  const stem = known === undefined ? name : name.slice(0, -known.length);
  const ending = known === undefined ? usual : name.slice(-known.length);
  return `${shortened(stem, MAX_LENGTH - ending.length) || 'anexo'}${ending}`;
}

/** Cuts to at most `length` UTF-16 units without splitting a surrogate pair. */
const shortened = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
