/** The letters that are read as each digit within a number. */
const READ_AS: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  I: '1',
  l: '1',
  S: '5',
  B: '8',
};

/** Groups of digits with such letters among them. */
const GROUP = /(?<![\p{L}\d])[\dOoIlSB]{3,14}(?![\p{L}\d])/gu;
const LETTERS = /[OoIlSB]/g;
/** Litres: `200l`. No quantity is as long as a document, or joined to the digits before it. */
const LITRES = /^\d{1,7}l$/;
const JOINED = /[\d)][.\-\u2013/_]$/;

/**
 * Reads letters as digits in groups that consist of digits by more than half: `9B765`, `-432l`.
 * Returns a text of the same length; undefined where there is no such group. Only what then is a
 * telephone number or a document counts.
 */
export function withDigits(plain: string): string | undefined {
  let isChanged = false;
  const text = plain.replaceAll(GROUP, (group, at: number) => {
    const letters = group.match(LETTERS)?.length ?? 0;
    if (letters === 0 || 2 * letters >= group.length) return group;
    if (LITRES.test(group) && !JOINED.test(plain.slice(Math.max(0, at - 2), at))) return group;
    isChanged = true;
    return group.replaceAll(LETTERS, (letter) => READ_AS[letter] ?? letter);
  });
  return isChanged ? text : undefined;
}
