import { lowerAscii } from '../text/fold.ts';

export const EMAIL_MAX_LENGTH = 254;

const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The form addresses are stored and compared in: trimmed, lower-case. */
export function normaliseEmail(raw: string): string {
  return lowerAscii(raw.trim());
}

/** True for a normalised address that mail can be sent to: ASCII, a dotted domain, nothing a header could break on. */
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

/** The normalised address, or null when it is none. */
export function parseEmail(raw: string): string | null {
  const email = normaliseEmail(raw);
  return isEmail(email) ? email : null;
}
