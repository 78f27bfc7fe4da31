import type { Clock } from '../../platform/clock/clock.ts';
import { RuleError } from '../../platform/errors.ts';
import { addressKey } from '../../platform/http/address-key.ts';

const WINDOW = 3_600_000;
const PER_ADDRESS = 20;
const REMEMBERED = 10_000;

/**
 * Twenty requests for a mail an hour from one address (of IPv6 its /64), whoever they are for. Counted by each process for itself: what
 * protects an account is its own limit, in the database. Throws 429.
 */
export function createMailRequestLimit({ clock, enabled }: { clock: Clock; enabled: boolean }): (ip: string) => void {
  const requests = new Map<string, number[]>();
  return (ip) => {
    if (!enabled) return;
    const key = addressKey(ip);
    const now = clock.now().getTime();
    const recent = (requests.get(key) ?? []).filter((at) => at > now - WINDOW);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= PER_ADDRESS) throw tooManyMails(oldest + WINDOW - now);
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
