import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';

const WINDOW = 15 * 60_000;
/** Failures from anywhere after which an account is being attacked, and what each further one slows it by. */
const CALM_FAILURES = 20;
const DELAY_STEP = 100;
const MAX_DELAY = 2_000;

/** A try of a password, written down as refused until `acceptAttempt` says that it was right. */
export interface Attempt { readonly id: number }

export interface LoginLimits {
  /** Writes the try down before the password is looked at; throws 429 over the limits, and slows an account under attack. */
  begin(who: { accountKey: string; ip: string }): Promise<Attempt>;
}

/**
 * Ten failures in 15 minutes for account and address together, a hundred for an address. Each try is committed as
 * refused before the others are counted, so that of any number at once no more than the limit reach the password.
 */
export function createLoginLimits({ platform: { db, clock }, enabled }: { platform: Platform; enabled: boolean }): LoginLimits {
  return {
    begin: async ({ accountKey, ip }) => {
      const now = clock.now();
      const { id } = await db.q.insertInto('login_attempts').values({ at: now, account_key: accountKey, ip, outcome: 'refused' })
        .returning('id').executeTakeFirstOrThrow();
      if (enabled) await judge(db, { id, accountKey, ip, now });
      return { id };
    },
  };
}

async function judge(db: Db, { id, accountKey, ip, now }: { id: number; accountKey: string; ip: string; now: Date }): Promise<void> {
  const window_start = new Date(now.getTime() - WINDOW);
  const standing = await db.row(failuresOfOthers, { id, account_key: accountKey, ip, window_start });
  const blocking = [standing?.by_pair, standing?.by_address].filter((at) => at !== null && at !== undefined);
  if (blocking.length > 0) {
    await db.q.updateTable('login_attempts').set({ outcome: 'limited' }).where('id', '=', id).execute();
    throw tooMany(Math.max(...blocking) + WINDOW - now.getTime());
  }
  const excess = (standing?.account_failures ?? 0) + 1 - CALM_FAILURES;
  if (excess > 0) await wait(Math.min(excess * DELAY_STEP, MAX_DELAY));
}

function tooMany(milliseconds: number): RuleError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RuleError('too_many_attempts', { minutes: Math.ceil(seconds / 60), retry_after: seconds });
}

/** Marks the try as right; it counts as a failure no more. */
export async function acceptAttempt(db: Db, { id }: Attempt, userId: number): Promise<void> {
  await db.q.updateTable('login_attempts').set({ outcome: 'accepted', user_id: userId }).where('id', '=', id).execute();
}

/** The tenth and hundredth latest failures, in milliseconds: while one lies in the window, its limit is reached. */
const failuresOfOthers = statement({
  name: 'login-failures',
  params: params<{ id: number; account_key: string; ip: string; window_start: Date }>(),
  columns: { by_pair: orNull(col.float), by_address: orNull(col.float), account_failures: col.int },
  text: `
    SELECT
      (SELECT extract(epoch FROM l.at)::float8 * 1000 FROM login_attempts l
        WHERE l.account_key = :account_key AND l.ip = :ip AND l.at > :window_start AND l.outcome = 'refused' AND l.id <> :id
        ORDER BY l.at DESC OFFSET 9 LIMIT 1) AS by_pair,
      (SELECT extract(epoch FROM l.at)::float8 * 1000 FROM login_attempts l
        WHERE l.ip = :ip AND l.at > :window_start AND l.outcome = 'refused' AND l.id <> :id
        ORDER BY l.at DESC OFFSET 99 LIMIT 1) AS by_address,
      (SELECT count(*)::int FROM (SELECT 1 FROM login_attempts l
        WHERE l.account_key = :account_key AND l.at > :window_start AND l.outcome = 'refused' AND l.id <> :id LIMIT 100) AS recent) AS account_failures`,
});
