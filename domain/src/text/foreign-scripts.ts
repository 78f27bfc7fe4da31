/**
 * A word with a letter of a script other than Latin and Greek. Portuguese offers use Greek letters
 * in names of substances; letters of any other script stand in them to be read as ours, and
 * which one is read as which has no end.
 */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FOREIGN = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}])\p{L}/u;

/** Finds the words with letters of other scripts, `[start, end)` in UTF-16 units. */
export function foreignWords(text: string): { readonly start: number; readonly end: number }[] {
  if (!FOREIGN.test(text)) return [];
  return [...text.matchAll(WORD)]
    .filter(([word]) => FOREIGN.test(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}
