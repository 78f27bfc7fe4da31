import { createHmac } from 'node:crypto';
import type { Visitor } from '../../platform/auth/caller.ts';
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

export interface MailRequestLimit {
  /**
   * Counts a request for a mail by where it comes from, by its mailbox where no account is behind
   * that yet, and by the account that asks for another address; throws 429, and counts nothing then.
   */
  count(visitor: Visitor, more?: More): Promise<void>;
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
 * Twenty requests for a mail an hour from one address (ten times as many from a wider network),
 * whoever they are for, registrations among them; and five registrations an hour for one mailbox,
 * whatever stands behind a `+` in it. An account asks for ten other addresses an hour, whatever it
 * is answered: the answer says whether they are taken. Counted in the database, for all processes
 * together and also where the request comes to nothing.
 */
export function createMailRequestLimit({
  platform,
  appKey,
  enabled,
}: {
  platform: Platform;
  appKey: string;
  enabled: boolean;
}): MailRequestLimit {
  /** So that what is kept says nothing of whose mailbox it was. */
  const sealed = (mailbox: string): string =>
    createHmac('sha256', appKey).update(`mailbox ${mailbox}`).digest('base64url');
  const countsOf = ({ ip }: Visitor, { mailbox, account }: More): Count[] => {
    const { key, network } = originOf(ip);
    return [
      { key: `mails from ${key}`, most: PER_ADDRESS },
      ...(network === undefined
        ? []
        : [{ key: `mails from ${network}`, most: PER_ADDRESS * networkShare.keys }]),
      ...(mailbox === undefined
        ? []
        : [{ key: `mails to ${sealed(mailboxOf(mailbox))}`, most: PER_MAILBOX }]),
      ...(account === undefined ? [] : [{ key: `mails of ${account}`, most: PER_ACCOUNT }]),
    ];
  };
  return {
    count: async (visitor, more = {}) => {
      if (!enabled) return;
      await platform.command(visitor, async (uow) => {
        for (const each of countsOf(visitor, more)) await countOne(uow, each);
      });
    },
  };
}

/** Mail to `name+anything@host` lands in the mailbox of `name@host`. */
const mailboxOf = (email: string): string => accountKeyOf(email).replace(/\+[^@]*@/, '@');

/**
 * Under a lock of the key's own: of several at once each counts those before it. Address, network,
 * mailbox and account follow in this order.
 */
async function countOne({ db, now }: UnitOfWork, { key, most }: Count): Promise<void> {
  await db.row(lockKey, { key });
  const window_start = new Date(now.getTime() - WINDOW);
  const reaching = await db.row(nthLatest, { key, window_start, skipped: most - 1 });
  if (reaching !== undefined) throw tooManyMails(reaching.at + WINDOW - now.getTime());
  await db.row(forgetOlder, { key, window_start });
  // A row among the tries to enter that stands for no account, address or failure.
  await db.q
    .insertInto('login_attempts')
    .values({ at: now, account_key: key, ip: '', outcome: 'limited' })
    .execute();
}

const lockKey = statement({
  name: 'mail-requests-lock',
  params: params<{ key: string }>(),
  columns: { held: col.text },
  text: `SELECT pg_advisory_xact_lock(hashtextextended('lavra ' || :key::text, 0))::text AS held`,
});

/** When the request was that reaches the limit, in milliseconds; none while there are fewer. */
const nthLatest = statement({
  name: 'mail-requests-nth-latest',
  params: params<{ key: string; window_start: Date; skipped: number }>(),
  columns: { at: col.float },
  text: `
    SELECT extract(epoch FROM l.at)::float8 * 1000 AS at FROM login_attempts l
    WHERE l.account_key = :key AND l.at > :window_start
    ORDER BY l.at DESC OFFSET :skipped::bigint LIMIT 1`,
});

/** What counts no more; of a key that is never asked for again the hourly cleaning removes it. */
const forgetOlder = statement({
  name: 'mail-requests-forget-older',
  params: params<{ key: string; window_start: Date }>(),
  columns: { removed: col.int },
  text: `
    WITH gone AS (DELETE FROM login_attempts WHERE account_key = :key AND at <= :window_start RETURNING 1)
    SELECT count(*)::int AS removed FROM gone`,
});

/** The refusal with the milliseconds to wait. */
export function tooManyMails(milliseconds: number): RuleError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RuleError('too_many_mails', {
    minutes: Math.ceil(seconds / 60),
    retry_after: seconds,
  });
}
