import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Creates an opaque access token of 256 random bits. Only its SHA-256 is ever stored. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the token that follows another one. Deterministic for a token and key, so a repeated
 * request gets the same successor without it being stored.
 */
export type Successor = (token: string) => string;

/** Derives successors with a key that only the processes of this installation have. */
export function createSuccessor(appKey: string): Successor {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'access-token successor', 32));
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}
