import type { Clock } from '../../platform/clock/clock.ts';
import { RuleError } from '../../platform/errors.ts';
import { originOf } from '../../platform/http/address-key.ts';
import { accountKeyOf } from './login-service.ts';

const WINDOW = 3_600_000;
const PER_ADDRESS = 20;
const PER_MAILBOX = 5;
const PER_ACCOUNT = 10;
const REMEMBERED = 10_000;

export interface MailRequestLimit {
  /** Counts a request for a mail by where it comes from; throws 429. */
  fromAddress(ip: string): void;
  /** Counts a mail to an address that no account is behind yet; throws 429. */
  toMailbox(email: string): void;
  /** Counts that an account asks for another address, by the account and by where it comes from; throws 429. */
  fromAccount(caller: { readonly userId: number; readonly ip: string }): void;
}

/**
 * Twenty requests for a mail an hour from one address (of IPv6 its /64), whoever they are for, registrations among them;
 * and five registrations an hour for one mailbox, whatever stands behind a `+` in it. An account asks for ten other
 * addresses an hour, whatever it is answered: the answer says whether they are taken. Counted by each process for itself:
 * what protects an account is its own limit, in the database.
 */
export function createMailRequestLimit({ clock, enabled }: { clock: Clock; enabled: boolean }): MailRequestLimit {
  const [addresses, mailboxes, accounts] = [countInWindow(clock, PER_ADDRESS), countInWindow(clock, PER_MAILBOX), countInWindow(clock, PER_ACCOUNT)];
  const fromAddress = (ip: string): void => { if (enabled) addresses(originOf(ip).key); };
  return {
    fromAddress,
    toMailbox: (email) => { if (enabled) mailboxes(mailboxOf(email)); },
    fromAccount: ({ userId, ip }) => {
      if (enabled) accounts(String(userId));
      fromAddress(ip);
    },
  };
}

/** Mail to `name+anything@host` lands in the mailbox of `name@host`. */
const mailboxOf = (email: string): string => accountKeyOf(email).replace(/\+[^@]*@/, '@');

function countInWindow(clock: Clock, most: number): (key: string) => void {
  const requests = new Map<string, number[]>();
  return (key) => {
    const now = clock.now().getTime();
    const recent = (requests.get(key) ?? []).filter((at) => at > now - WINDOW);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= most) throw tooManyMails(oldest + WINDOW - now);
    requests.delete(key);
    requests.set(key, [...recent, now]);
    if (requests.size > REMEMBERED) requests.delete(requests.keys().next().value ?? '');
  };
}

/** The refusal with the milliseconds to wait. */
export function tooManyMails(milliseconds: number): RuleError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RuleError('too_many_mails', { minutes: Math.ceil(seconds / 60), retry_after: seconds });
}
