import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The bytes were encrypted by another installation or for another use, or were changed since. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Encrypts secrets for this installation alone. `use` names the purpose: a value sealed for one use
 * does not open for another.
 */
export interface Sealer {
  seal(secret: string, use: string): Buffer;
  /** Decrypts; throws `SealError`. */
  open(sealed: Uint8Array, use: string): string;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const HEADER = 1 + NONCE;

/**
 * Creates a sealer: AES-256-GCM under a key derived from the installation's. Format: version,
 * nonce, tag, ciphertext.
 */
export function createSealer(appKey: string): Sealer {
  const key = Buffer.from(
    hkdfSync('sha256', appKey, '', `secrets at rest, version ${VERSION}`, 32),
  );
  return {
    seal: (secret, use) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(use));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, use) => {
      if (sealed[0] !== VERSION || sealed.length < HEADER + TAG)
        throw new SealError('not in a form that is known');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEADER), {
        authTagLength: TAG,
      })
        .setAAD(Buffer.from(use))
        .setAuthTag(sealed.subarray(HEADER, HEADER + TAG));
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(HEADER + TAG)),
          decipher.final(),
        ]).toString('utf8');
      } catch (error) {
        throw new SealError('sealed under another key, for another use, or changed', {
          cause: error,
        });
      }
    },
  };
}
