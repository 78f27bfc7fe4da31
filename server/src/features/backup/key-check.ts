import { createHmac } from 'node:crypto';

/**
 * Returns a value that is the same for the same installation key, and from which the key cannot be
 * derived.
 */
export const keyCheckOf = (appKey: string): string =>
  createHmac('sha256', appKey)
    .update('which key sealed the secrets of this backup')
    .digest('hex')
    .slice(0, 32);
