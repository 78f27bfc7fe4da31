import type { FieldErrors } from '../errors.ts';

const MAX_REPORTED = 100;

/**
 * Adds an error for text that PostgreSQL cannot store, NUL and unpaired surrogates, for the first
 * hundred fields; for the parts of the field `under`, where it is given.
 */
export function addUnstorableText(fields: FieldErrors, value: unknown, under = ''): void {
  if (isStorable(value)) return; // nearly always, and without the cost of building paths
  let reported = 0;
  for (const path of unstorablePaths(value, under)) {
    fields.add(path === '' ? 'body' : path, 'invalid_text');
    reported += 1;
    if (reported === MAX_REPORTED) return;
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return value === null || typeof value !== 'object' || Object.values(value).every(isStorable);
}

function* unstorablePaths(value: unknown, path: string): Generator<string> {
  if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      if (isStorable(item)) continue;
      yield* unstorablePaths(item, path === '' ? name : `${path}.${name}`);
    }
  } else yield path;
}
