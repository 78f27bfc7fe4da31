import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { networkShare, originOf } from '../../platform/http/address-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountKeyOf } from './login-service.ts';

const WINDOW = 3_600_000;
const PER_ADDRESS = 20;
const PER_MAILBOX = 5;
const PER_ACCOUNT = 10;

/** What requests for mails are counted with. */
export interface MailRequestLimit {
  readonly appKey: string;
  /** Off, nothing is counted. */
  readonly enabled: boolean;
}

interface More {
  readonly mailbox?: string;
  readonly account?: number;
}
interface Count {
  readonly key: string;
  readonly most: number;
}

/**
 * Counts a request for a mail by its IP address, by its mailbox where there is no account for it
 * yet, and by the account that requests another e-mail address. Throws 429, and then counts
 * nothing. The limits are twenty an hour from one IP address (ten times as many from a wider
 * network), whatever the recipient, registrations included; five registrations an hour for one
 * mailbox, ignoring whatever follows a `+` in it; and ten other e-mail addresses an hour for an
 * account, whatever the reply, because the reply reveals whether they are taken. Counted in the
 * database, for all processes together and also when the request fails.
 */
export async function countMailRequest(
  { command }: Pick<Platform, 'command'>,
  { appKey, enabled }: MailRequestLimit,
  request: Request,
  more: More = {},
): Promise<void> {
  if (!enabled) return;
  await command(request, async (uow) => {
    for (const each of countsOf(appKey, request, more)) await countOne(uow, each);
  });
}

function countsOf(appKey: string, { ip }: Request, { mailbox, account }: More): Count[] {
  const { key, network } = originOf(ip);
  return [
    { key: `mails from ${key}`, most: PER_ADDRESS },
    ...(network === undefined
      ? []
      : [{ key: `mails from ${network}`, most: PER_ADDRESS * networkShare.keys }]),
    ...(mailbox === undefined
      ? []
      : [{ key: `mails to ${sealed(appKey, mailboxOf(mailbox))}`, most: PER_MAILBOX }]),
    ...(account === undefined ? [] : [{ key: `mails of ${account}`, most: PER_ACCOUNT }]),
  ];
}

/** A keyed hash, so that the stored key does not reveal the mailbox. */
const sealed = (appKey: string, mailbox: string): string =>
  createHmac('sha256', appKey).update(`mailbox ${mailbox}`).digest('base64url');

/** Mail to `name+anything@host` is delivered to the mailbox of `name@host`. */
const mailboxOf = (email: string): string => accountKeyOf(email).replace(/\+[^@]*@/, '@');

/**
 * Counts one key under its own lock, so that concurrent requests see each other. Keys are locked in
 * the order IP address, network, mailbox, account.
 */
async function countOne({ db, now }: UnitOfWork, { key, most }: Count): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lavra mail requests of ${key}`}, 0))`.execute(
    db.q,
  );
  const window_start = new Date(now.getTime() - WINDOW);
  const reaching = await db.row(nthLatest, { key, window_start, skipped: most - 1 });
  if (reaching !== undefined) throw tooManyMails(reaching.at + WINDOW - now.getTime());
  // Of a key that is never used again, the hourly cleaning deletes them.
  await db.q
    .deleteFrom('login_attempts')
    .where('account_key', '=', key)
    .where('at', '<=', window_start.toISOString())
    .execute();
  // Stored among the login attempts, as a row that counts for no account, IP address or failure.
  await db.q
    .insertInto('login_attempts')
    .values({ at: now, account_key: key, ip: '', outcome: 'limited' })
    .execute();
}

/**
 * Finds when the request that reaches the limit was made, in epoch milliseconds; no row while there
 * are fewer.
 */
const nthLatest = statement({
  name: 'mail-requests-nth-latest',
  params: params<{ key: string; window_start: Date; skipped: number }>(),
  columns: { at: col.float },
  text: `
    SELECT extract(epoch FROM l.at)::float8 * 1000 AS at FROM login_attempts l
    WHERE l.account_key = :key AND l.at > :window_start
    ORDER BY l.at DESC OFFSET :skipped::bigint LIMIT 1`,
});

/** Builds the 429 from the milliseconds to wait. */
export function tooManyMails(milliseconds: number): RuleError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RuleError('too_many_mails', {
    minutes: Math.ceil(seconds / 60),
    retry_after: seconds,
  });
}
