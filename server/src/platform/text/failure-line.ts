const LONGEST = 300;

/**
 * Private parts that an error message may contain: addresses, credentials, documents, phones, keys.
 */
const hidden: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
  [/[^\s<>"'@,;:()/…]+@[^\s<>"'@,;:()/]+/g, '…@…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  [
    /\b(password|senha|token|secret|segredo|authorization|api[_-]?key|access[_-]?token)\b(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|\S+)/gi,
    '$1$2…',
  ],
  [/\?[^\s"']*=[^\s"']*/g, '?…'],
  [/\+?\(?\d[\d\s()./-]{6,}\d/g, (found) => (isPersonalNumber(found) ? '…' : found)],
  [/[A-Za-z0-9_+/=-]{24,}/g, '…'],
];

/**
 * Returns whether digits may be a document or a phone, which have ten digits or more; an IP address
 * may have as many.
 */
const isPersonalNumber = (digits: string): boolean =>
  digits.replaceAll(/\D/g, '').length >= 10 && !/^\d{1,3}(\.\d{1,3}){3}$/.test(digits);

/**
 * Returns an error on one line that can be stored and shown: no stack, no secret, no personal data.
 */
export function failureLine(error: unknown): string {
  const message =
    error instanceof Error
      ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`
      : String(error);
  const [line = ''] = message.trim().split(/[\r\n]/, 1);
  const safe = hidden.reduce(
    (text, [pattern, instead]) =>
      typeof instead === 'string' ? text.replace(pattern, instead) : text.replace(pattern, instead),
    line.replaceAll(/\p{C}+/gu, ' '),
  );
  return safe.trim().slice(0, LONGEST) || 'erro sem mensagem';
}
