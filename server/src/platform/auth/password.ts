import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MAX_LENGTH } from '@lavra/domain/account/password-rule';
import { createTurns } from '../fair-turns.ts';

/** Argon2id (the library's default kind) with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password nobody knows: what an account without one is verified against, so that the time taken tells nothing. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$dNI3hUE81osYzUDy1IhaOg$wzPaa6DrGPGNIODivdENUx9t70TdnujSEQ3oyn9t0Ng';

/**
 * Half the processors at most, and four: hashing takes neither the event loop's time nor all of the threads that files and
 * names are looked up on. Passwords of people and those of sheets take turns.
 */
const turns = createTurns({
  atOnce: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  each: Infinity,
  waiting: Infinity,
});

/** The form a password is kept in. Takes about 10 ms of another thread; never call it inside a command. */
export const hashPassword = (
  password: string,
  of: 'people' | 'sheets' = 'people',
): Promise<string> => turns.run(of, () => hash(sameForm(password), cost));

/** Whether the password belongs to the hash. Without a hash, or over the length limit, it is false after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored !== null && Array.from(password).length <= PASSWORD_MAX_LENGTH;
  const matches = await turns.run('people', () =>
    verify(known ? stored : NOBODY, sameForm(password)),
  );
  return known && matches;
}

/** Keyboards differ in how they write an accented letter. */
const sameForm = (password: string): string => password.normalize('NFC');
