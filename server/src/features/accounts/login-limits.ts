import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { originOf } from '../../platform/http/address-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLoginDelay } from './login-delay.ts';

const MINUTE = 60_000;
const WINDOW = 15 * MINUTE;
/**
 * Failures of one account, from any IP address, after which it counts as attacked; the delay that
 * each further one adds and the longest delay, in milliseconds.
 */
const CALM_FAILURES = 20;
const DELAY_STEP = 100;
const MAX_DELAY = 2_000;
/**
 * Failures of one account, from any IP address, within `window` milliseconds. Beyond that, only IP
 * addresses from which the account was entered before may try.
 */
export const ceiling = { failures: 100, window: 60 * MINUTE } as const;

/** A password attempt, recorded as refused until `acceptAttempt` marks it as right. */
export interface Attempt {
  readonly id: number;
}

export interface LoginLimits {
  /**
   * Records the attempt before the password is checked; throws 429 over the limits, and delays
   * attackers.
   */
  begin(who: { accountKey: string; request: Pick<HttpRequest, 'ip' | 'pause'> }): Promise<Attempt>;
  /** Attempts by outcome, since this process started. */
  readonly attempts: Readonly<Record<'accepted' | 'refused' | 'limited', number>>;
  /** Counts an attempt whose password was checked. */
  count(outcome: 'accepted' | 'refused'): void;
}

/**
 * Creates the login limits, which hold the counts of `attempts` and, for a second, how many logins
 * fail in all: ten failures in 15 minutes for account and IP address together, a
 * hundred in 15 minutes for an IP address, a hundred in an hour for an account; IP addresses are
 * counted by their key. Each attempt is committed as refused before the others are counted, so that
 * of any number of concurrent attempts no more than the limit reach the password check. Whether the
 * account exists makes no difference.
 */
export function createLoginLimits({
  platform: { db, clock },
  enabled,
}: {
  platform: Platform;
  enabled: boolean;
}): LoginLimits {
  const attempts = { accepted: 0, refused: 0, limited: 0 };
  const pressure = createLoginDelay({ db, clock });
  return {
    attempts,
    count: (outcome) => {
      attempts[outcome] += 1;
    },
    begin: async ({ accountKey, request }) => {
      const [now, address_key] = [clock.now(), originOf(request.ip).key];
      const { id } = await db.q
        .insertInto('login_attempts')
        .values({
          at: now,
          account_key: accountKey,
          ip: request.ip,
          address_key,
          outcome: 'refused',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!enabled) return { id };
      try {
        const penalty = delayOf(
          await standingOf(db, { id, accountKey, address_key, now }),
          now.getTime(),
        );
        const delay = penalty === undefined ? 0 : Math.max(penalty, await pressure.delay());
        if (delay > 0) await request.pause(delay);
      } catch (error) {
        attempts.limited += 1;
        await db.q
          .updateTable('login_attempts')
          .set({ outcome: 'limited' })
          .where('id', '=', id)
          .execute();
        throw error;
      }
      return { id };
    },
  };
}

type Standing = NonNullable<(typeof failuresOfOthers)['gives']>;

const standingOf = async (
  db: Db,
  {
    id,
    accountKey,
    address_key,
    now,
  }: { id: number; accountKey: string; address_key: string; now: Date },
): Promise<Standing | undefined> =>
  db.row(failuresOfOthers, {
    id,
    account_key: accountKey,
    address_key,
    window_start: new Date(now.getTime() - WINDOW),
    hour_start: new Date(now.getTime() - ceiling.window),
  });

/**
 * Returns the delay of an attempt in ms; undefined from an IP address where the account was entered
 * before. Throws 429 over the limits.
 */
function delayOf(standing: Standing | undefined, now: number): number | undefined {
  const blocking = [standing?.by_pair, standing?.by_address].filter(
    (at) => at !== null && at !== undefined,
  );
  if (blocking.length > 0) throw tooMany('too_many_attempts', Math.max(...blocking) + WINDOW - now);
  if (standing?.entered === true) return undefined;
  const byAccount = standing?.by_account ?? null;
  if (byAccount !== null) throw tooMany('account_attacked', byAccount + ceiling.window - now);
  const excess = (standing?.account_failures ?? 0) + 1 - CALM_FAILURES;
  return Math.min(Math.max(excess, 0) * DELAY_STEP, MAX_DELAY);
}

function tooMany(code: 'too_many_attempts' | 'account_attacked', milliseconds: number): RuleError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RuleError(code, { minutes: Math.ceil(seconds / 60), retry_after: seconds });
}

/**
 * Marks the attempt as right: it no longer counts as a failure, and its IP address counts as one
 * from which the account was entered.
 */
export async function acceptAttempt(db: Db, { id }: Attempt, userId: number): Promise<void> {
  await db.q
    .updateTable('login_attempts')
    .set({ outcome: 'accepted', user_id: userId })
    .where('id', '=', id)
    .execute();
}

/** Records a login without a password: by a link or by registering. */
export async function recordPasswordlessLogin(
  db: Db,
  entry: { accountKey: string; ip: string; userId: number; now: Date },
): Promise<void> {
  const { accountKey: account_key, ip, userId: user_id, now: at } = entry;
  await db.q
    .insertInto('login_attempts')
    .values({ at, account_key, ip, address_key: originOf(ip).key, outcome: 'accepted', user_id })
    .execute();
}

const nthLatest = (
  condition: string,
  since: 'window_start' | 'hour_start',
  nth: number,
): string => `
  (SELECT extract(epoch FROM l.at)::float8 * 1000 FROM login_attempts l
    WHERE ${condition} AND l.at > :${since} AND l.outcome = 'refused' AND l.id <> :id
    ORDER BY l.at DESC OFFSET ${nth - 1} LIMIT 1)`;
const ofAccount = 'l.account_key = :account_key';
const ofAddress = 'coalesce(l.address_key, l.ip) = :address_key';

/**
 * Finds the latest failures that reach each limit, in epoch milliseconds: while such a failure lies
 * in its window, the limit is reached.
 */
const failuresOfOthers = statement({
  name: 'login-failures',
  params: params<{
    id: number;
    account_key: string;
    address_key: string;
    window_start: Date;
    hour_start: Date;
  }>(),
  columns: {
    by_pair: orNull(col.float),
    by_address: orNull(col.float),
    by_account: orNull(col.float),
    account_failures: col.int,
    entered: col.boolean,
  },
  text: `
    SELECT ${nthLatest(`${ofAccount} AND ${ofAddress}`, 'window_start', 10)} AS by_pair,
      ${nthLatest(ofAddress, 'window_start', 100)} AS by_address,
      ${nthLatest(ofAccount, 'hour_start', ceiling.failures)} AS by_account,
      (SELECT count(*)::int FROM (SELECT 1 FROM login_attempts l
        WHERE ${ofAccount} AND l.at > :window_start AND l.outcome = 'refused' AND l.id <> :id
        LIMIT 100) AS recent) AS account_failures,
      EXISTS (SELECT 1 FROM login_attempts l
        WHERE ${ofAccount} AND ${ofAddress} AND l.outcome = 'accepted') AS entered`,
});
