import type { FieldErrors } from '../errors.ts';

/** Finds text that PostgreSQL cannot keep: NUL, and halves of surrogate pairs. Keys count too. */
export function addUnstorableText(fields: FieldErrors, value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) fields.add(path === '' ? 'body' : path, 'invalid_text');
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => addUnstorableText(fields, item, under(path, String(index))));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) addUnstorableText(fields, item, under(path, key));
  }
}

const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
