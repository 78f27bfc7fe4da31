import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MAX_LENGTH } from '@lavra/domain/account/password-rule';
import { createFairQueue } from '../fair-queue.ts';

/**
 * Argon2id (the library's default variant) with OWASP's first recommendation: 19 MiB, two passes,
 * one lane.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hash of an unknown password. Accounts without a password are verified against it, so that the
 * time taken does not reveal them.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dNI3hUE81osYzUDy1IhaOg$wzPaa6DrGPGNIODivdENUx9t70TdnujSEQ3oyn9t0Ng';

/**
 * At most half the processors, and four: hashing must block neither the event loop nor all threads
 * of the pool that serves files and name look-ups. Hashes for users and for imported sheets
 * alternate.
 */
const queue = createFairQueue({
  atOnce: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  each: Infinity,
  waiting: Infinity,
});

/**
 * Returns the hash that is stored for a password. Takes about 10 ms of another thread; never call
 * it inside a command.
 */
export const hashPassword = (
  password: string,
  of: 'people' | 'sheets' = 'people',
): Promise<string> => queue.run(of, () => hash(sameForm(password), cost));

/**
 * Returns whether the password matches the hash. Without a hash, or over the length limit, it
 * returns false after the same amount of work.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored !== null && Array.from(password).length <= PASSWORD_MAX_LENGTH;
  const matches = await queue.run('people', () =>
    verify(known ? stored : DUMMY_HASH, sameForm(password)),
  );
  return known && matches;
}

/** Normalises a password: keyboards differ in how they encode an accented letter. */
const sameForm = (password: string): string => password.normalize('NFC');
