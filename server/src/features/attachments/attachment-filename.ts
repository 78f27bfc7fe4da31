import type { AttachmentType } from '@lavra/contract/attachments/schemas';

const MAX_LENGTH = 200;
/** No more of what was sent is looked at, its end: composing accents, and looking for dots at the end, take the square of its length. */
const LOOKED_AT = 1_000;
const endings: Readonly<Record<AttachmentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};

/** A sender's file name made fit to save: no path, nothing invisible, the ending of what it is, at most 200 characters. */
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

/** At most `length` UTF-16 units, no character cut in half. */
const shortened = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
