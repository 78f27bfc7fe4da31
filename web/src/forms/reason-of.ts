import { ApiError } from '../api/api-error.ts';

/** Why something was refused, where there is no field to say it at: the sentences of the fields, or the whole's own. */
export function reasonOf(error: unknown): string {
  const named = error instanceof ApiError ? Object.values(error.errors).flat().join(' ') : '';
  return named || (error instanceof Error ? error.message : String(error));
}
