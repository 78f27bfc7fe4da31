import { lowerAscii } from '../text/fold.ts';
import { visibleText } from '../text/typed-text.ts';

const EMAIL_MAX_LENGTH = 254;

const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Returns an address in the form in which it is stored and compared: what one sees, lower-case. */
export function normaliseEmail(raw: string): string {
  return lowerAscii(visibleText(raw).trim());
}

/**
 * Returns true when mail can be sent to a normalised address: ASCII, a dotted domain and no
 * character that could break a mail header.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  if (at < 1 || at > 64 || email.length > EMAIL_MAX_LENGTH) return false;
  const labels = email.slice(at + 1).split('.');
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return (
    isDomain &&
    /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(labels.at(-1) ?? '') &&
    LOCAL.test(email.slice(0, at))
  );
}

/** Returns the normalised address, or null when the text is not a valid address. */
export function parseEmail(raw: string): string | null {
  const email = normaliseEmail(raw);
  return isEmail(email) ? email : null;
}
