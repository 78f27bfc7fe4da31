import { randomUUIDv7 } from 'node:crypto';

const shape = /^([\da-f]{64})\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns a new name for an object with this content: its SHA-256, and a part of its own. */
export const objectNameOf = (sha256: Buffer): string =>
  `${sha256.toString('hex')}/${randomUUIDv7()}`;

/** Returns the SHA-256 that a name begins with; undefined where it is none of `objectNameOf`. */
export function hashOfObject(name: string): Buffer | undefined {
  const hash = shape.exec(name)?.[1];
  return hash === undefined ? undefined : Buffer.from(hash, 'hex');
}
