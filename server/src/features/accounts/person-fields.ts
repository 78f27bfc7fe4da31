import { parseEmail } from '@lavra/domain/account/email';
import { parseName } from '@lavra/domain/account/name';
import { passwordProblems, type PasswordProblem } from '@lavra/domain/account/password-rule';
import { parseDocument, type DocumentType } from '@lavra/domain/document/document';
import { formatDecimal, parseDecimal } from '@lavra/domain/money/decimal';
import { parsePhone } from '@lavra/domain/phone';
import { blankToNull } from '@lavra/domain/text/blank';
import type { FieldErrors } from '../../platform/errors.ts';
import type { FieldCode } from '../../platform/texts/field-texts.ts';

/**
 * Reads a single field into its stored form. For an invalid value it adds an error to `fields` and
 * returns empty text, which must not be used: the caller throws the errors.
 */
type Reader = (fields: FieldErrors, path: string, raw: string) => string;

const reader =
  (code: FieldCode, parse: (raw: string) => string | null): Reader =>
  (fields, path, raw) => {
    const value = parse(raw);
    if (value === null) fields.add(path, code);
    return value ?? '';
  };

export const readText = reader('not_blank', blankToNull);
export const readName: Reader = (fields, path, raw) => {
  const name = parseName(raw);
  if (!name.ok) fields.add(path, name.reason);
  return name.ok ? name.name : '';
};
export const readEmail = reader('email', parseEmail);
export const readPhone = reader('phone', parsePhone);
const readUrl = reader('website', parseWebsite);

/** Turns a reader into one for a field that can be cleared: `null` and blanks give null. */
const clearable =
  (read: Reader) =>
  (fields: FieldErrors, path: string, raw: string | null | undefined): string | null => {
    const text = blankToNull(raw ?? null);
    return text === null ? null : read(fields, path, text);
  };

export const readOptionalPhone = clearable(readPhone);
export const readOptionalEmail = clearable(readEmail);
export const readWebsite = clearable(readUrl);

/**
 * Parses the URL of a web page, with `https://` put in front where it was left out; null for
 * anything else.
 */
function parseWebsite(raw: string): string | null {
  const text =
    /^[a-z][a-z\d+.-]*:/i.test(raw) && !/^[^:]*\.[^:]*:\d/.test(raw) ? raw : `https://${raw}`;
  const url = URL.parse(text);
  const isPage =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    url.username === '' &&
    !/\s/.test(text);
  return isPage && text.length <= 300 ? text : null;
}

/** Reads a document of that type, without its mask. */
export function readDocument(
  fields: FieldErrors,
  path: string,
  { type, number }: { type: DocumentType; number: string },
): string {
  const parsed = parseDocument(type, number);
  if (!parsed.ok) fields.add(path, type);
  return parsed.ok ? parsed.document : '';
}

const passwordCodes: Readonly<Record<PasswordProblem, FieldCode>> = {
  too_short: 'password_length',
  too_long: 'password_length',
  no_digit: 'password_digit',
  no_uppercase: 'password_uppercase',
};

/**
 * Adds an error for every rule that a chosen password breaks, and for a confirmation that differs.
 */
export function checkNewPassword(
  fields: FieldErrors,
  { password, confirmation }: { password: string; confirmation: string | undefined },
): void {
  for (const problem of passwordProblems(password)) fields.add('password', passwordCodes[problem]);
  if (confirmation !== password) fields.add('password_confirmation', 'password_confirmation');
}

const MAX_AREA = 9_999_999_999.99;

/** Reads hectares as exact text with two decimals. */
export function readArea(fields: FieldErrors, path: string, raw: number | null): string | null {
  if (raw === null) return null;
  const parsed = parseDecimal(raw, 2);
  if (parsed.ok && raw <= MAX_AREA) return formatDecimal(parsed.units, 2);
  if (!parsed.ok && parsed.reason === 'too_many_decimals')
    fields.add(path, 'too_many_decimals', { limit: 2 });
  else fields.add(path, 'max', { limit: '9.999.999.999,99' });
  return null;
}
