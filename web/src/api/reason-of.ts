import { ApiError } from './api-error.ts';

/** Returns an error's own message. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns reasons as one text, a repeated one once; undefined where there are none. */
export const joinReasons = (reasons: readonly string[]): string | undefined =>
  reasons.length === 0 ? undefined : [...new Set(reasons)].join(' ');

/**
 * Returns why a request was refused, for places without fields to show it at: the messages of the
 * fields, or else the error's own message.
 */
export const reasonOf = (error: unknown): string =>
  joinReasons(error instanceof ApiError ? Object.values(error.errors).flat() : []) ??
  messageOf(error);
