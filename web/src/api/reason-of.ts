import { ApiError } from './api-error.ts';

/** Returns an error's own message. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Returns why a request was refused, for places without fields to show it at: the messages of the
 * fields, or else the error's own message.
 */
export function reasonOf(error: unknown): string {
  const named = error instanceof ApiError ? Object.values(error.errors).flat().join(' ') : '';
  return named || messageOf(error);
}
