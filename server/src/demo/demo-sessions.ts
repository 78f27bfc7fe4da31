import type { Platform } from '../platform/platform.ts';
import { createToken } from '../platform/auth/token.ts';
import { hashToken } from '../platform/http/admission/access-control.ts';

/** Real time that the sessions of a loading may last, in ms. */
const LONGEST = 600_000;

/** A session of each person of the demo, for as long as it is loaded. */
export interface DemoSessions {
  /** Signs these people in, those that exist. */
  open(emails: readonly string[]): Promise<void>;
  tokenOf(email: string): string;
  /** Signs all of them out. */
  end(): Promise<void>;
}

export function createDemoSessions(
  { db, clock }: Platform,
  emails: readonly string[],
): DemoSessions {
  const tokens = new Map(emails.map((email) => [email, createToken()]));
  const expires_at = new Date(clock.now().getTime() + LONGEST);
  const opened: number[] = [];
  return {
    tokenOf: (email) => tokens.get(email) ?? '',
    open: async (someEmails) => {
      const users = await db.q
        .selectFrom('users')
        .select(['id', 'email', 'auth_version'])
        .where('email', 'in', someEmails)
        .execute();
      if (users.length === 0) return;
      const created = await db.q
        .insertInto('sessions')
        .values(
          users.map(({ id, email, auth_version }) => ({
            user_id: id,
            auth_version,
            token_hash: hashToken(tokens.get(email) ?? ''),
            created_at: clock.now(),
            expires_at,
          })),
        )
        .returning('id')
        .execute();
      opened.push(...created.map(({ id }) => id));
    },
    end: async () => {
      if (opened.length > 0) await db.q.deleteFrom('sessions').where('id', 'in', opened).execute();
    },
  };
}
