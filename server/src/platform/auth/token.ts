import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** An opaque access token of 256 random bits. Only its SHA-256 is ever stored. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Gives the token that follows another one. The same for the same token and key, so it need not be stored to be told twice. */
export type Successor = (token: string) => string;

/** Derives successors with a key that only the processes of this installation have. */
export function createSuccessor(appKey: string): Successor {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'access-token successor', 32));
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}
