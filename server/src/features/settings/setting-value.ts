import { parseEmail } from '@lavra/domain/account/email';
import { isBlank } from '@lavra/domain/text/blank';
import type { FieldCode } from '../../platform/texts/field-texts.ts';
import type { SettingSpec } from './setting-table.ts';

type Stored = string | number | boolean;
export type ValueResult =
  | { readonly value: Stored }
  | { readonly problem: FieldCode; readonly details?: Readonly<Record<string, string | number>> };

/** Returns the value in stored form, or the problem with it. */
export function validateValue(spec: SettingSpec, value: unknown): ValueResult {
  if (spec.type === 'boolean')
    return typeof value === 'boolean' ? { value } : { problem: 'type_boolean' };
  if (spec.type === 'integer') return validateInteger(spec, value);
  return typeof value === 'string' ? validateText(spec, value) : { problem: 'type_string' };
}

function validateInteger({ min, max }: { min: number; max: number }, value: unknown): ValueResult {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { problem: 'type_integer' };
  if (value < min) return { problem: 'min', details: { limit: min } };
  return value > max ? { problem: 'max', details: { limit: max } } : { value };
}

function validateText(
  spec: Exclude<SettingSpec, { type: 'boolean' | 'integer' }>,
  text: string,
): ValueResult {
  if (isBlank(text)) return { problem: 'not_blank' };
  // Line breaks and other control characters would end up in headers.
  if (/\p{Cc}/u.test(text)) return { problem: 'format' };
  switch (spec.type) {
    case 'enum':
      return spec.values.includes(text)
        ? { value: text }
        : { problem: 'one_of', details: { values: spec.values.join(', ') } };
    case 'email':
      return resultOf(parseEmail(text), 'email');
    case 'url':
      return resultOf(parseUrl(text.trim()), 'website');
    case 'secret':
      return text.length > spec.max
        ? { problem: 'max_length', details: { limit: spec.max } }
        : { value: text };
    case 'string':
      return validateLine(spec, text.trim());
  }
}

function validateLine(
  { max, pattern }: { max: number; pattern?: RegExp },
  text: string,
): ValueResult {
  if (text.length > max) return { problem: 'max_length', details: { limit: max } };
  return pattern === undefined || pattern.test(text) ? { value: text } : { problem: 'format' };
}

const resultOf = (value: string | null, problem: FieldCode): ValueResult =>
  value === null ? { problem } : { value };

/**
 * Returns the address without a trailing slash, or null when paths cannot be appended to it or it
 * contains credentials.
 */
function parseUrl(text: string): string | null {
  const url = text.length > 500 ? null : URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return null;
  return url.href.replace(/\/+$/, '');
}
