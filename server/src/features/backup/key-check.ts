import { createHmac } from 'node:crypto';

/** The same for the same installation's key, and of no use to find it. */
export const keyCheckOf = (appKey: string): string =>
  createHmac('sha256', appKey)
    .update('which key sealed the secrets of this backup')
    .digest('hex')
    .slice(0, 32);
