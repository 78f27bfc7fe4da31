import { lowerAscii } from './fold.ts';

/** Words of an address, and for its signs; no other word is one of them with an accent. */
const ADDRESS_WORDS: ReadonlySet<string> = new Set([
  'arroba',
  'at',
  'ponto',
  'dot',
  'com',
  'gmail',
  'hotmail',
  'outlook',
  'yahoo',
  'icloud',
]);
const WORD = /(?<!\p{L})\p{L}{2,7}(?!\p{L})/gu;
const BEYOND_ASCII = /[\u0080-\uFFFF]/;
const MARKS = /\p{M}+/gu;

/**
 * Writes the words of addresses without accents (`árroba`), which a reader does not mind there; the
 * text keeps its length.
 */
export function withPlainWords(plain: string): string {
  if (!BEYOND_ASCII.test(plain)) return plain;
  return plain.replaceAll(WORD, (word) => {
    const bare = word.normalize('NFD').replaceAll(MARKS, '');
    return bare.length === word.length && ADDRESS_WORDS.has(lowerAscii(bare)) ? bare : word;
  });
}
