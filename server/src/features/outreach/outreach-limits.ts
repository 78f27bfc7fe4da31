import { localDate } from '@lavra/domain/calendar/calendar';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { ErrorCode } from '../../platform/texts/error-texts.ts';
import { getSetting } from '../settings/settings-feature.ts';
import { trustedSql } from './trusted-sql.ts';

/** Actions of a user that notify other users. */
export type OutreachAction = 'publish' | 'extend' | 'submit' | 'ask' | 'request_product';

interface Ceiling {
  /** A setting, or a number that no installation has to change. */
  readonly limit:
    | 'orders.publications_per_day'
    | 'orders.extensions_per_day'
    | 'orders.questions_per_day'
    | number;
  readonly refusal: ErrorCode;
}

const ceilings: Readonly<Partial<Record<OutreachAction, Ceiling>>> = {
  publish: { limit: 'orders.publications_per_day', refusal: 'publications_limit' },
  extend: { limit: 'orders.extensions_per_day', refusal: 'extensions_limit' },
  ask: { limit: 'orders.questions_per_day', refusal: 'questions_limit' },
  // For one order there is a limit of its own, see `MAX_SENT_A_DAY`.
  submit: { limit: 200, refusal: 'submissions_limit' },
  request_product: { limit: 30, refusal: 'catalogue_requests_limit' },
};

/**
 * `extend` is not included: a deadline extension notifies only recipients whom the publication has
 * already notified.
 */
const needsAddress: ReadonlySet<OutreachAction> = new Set(['publish', 'submit', 'ask']);

type Who = { readonly producerId: number } | { readonly supplierId: number };

const person = statement({
  name: 'outreach-person',
  params: params<{ producer_id: number; supplier_id: number }>(),
  columns: { id: col.int, email: col.text, trusted: col.boolean },
  text: `
    SELECT u.id, u.email, ${trustedSql('u')} AS trusted FROM users u
    WHERE u.id = coalesce((SELECT p.user_id FROM producers p WHERE p.id = :producer_id),
      (SELECT s.user_id FROM suppliers s WHERE s.id = :supplier_id))`,
});

const count = statement({
  name: 'outreach-count',
  params: params<{ user_id: number; act: string; day: string; limit: number }>(),
  columns: { done: col.int },
  text: `
    INSERT INTO outreach_counts AS c (user_id, act, day, done) VALUES (:user_id, :act, :day::date, 1)
    ON CONFLICT (user_id, act, day) DO UPDATE SET done = c.done + 1 WHERE c.done < :limit RETURNING c.done`,
});

/** The data of a person that these checks use. */
export type OutreachUser = NonNullable<Awaited<ReturnType<typeof findOutreachUser>>>;

/**
 * Returns the user of a profile, for `assertOutreachAllowed`; may also be called under the order's lock.
 */
export const findOutreachUser = (db: Db, who: Who) =>
  db.row(person, {
    producer_id: 'producerId' in who ? who.producerId : 0,
    supplier_id: 'supplierId' in who ? who.supplierId : 0,
  });

/**
 * Checks whether a person may do something that notifies others, and counts it. Call it under the
 * order's lock, before anything is written: the counter's row lock serialises concurrent calls, and
 * a rollback also reverts the count. Throws `email_unverified` when the setting requires a
 * confirmed address, and the limit's error when the count of the day (in `zone`) has reached its
 * setting.
 */
export async function assertOutreachAllowed(
  uow: UnitOfWork,
  act: OutreachAction,
  who: Who | OutreachUser,
  zone: string,
): Promise<void> {
  const { db } = uow;
  const found = 'trusted' in who ? who : await findOutreachUser(db, who);
  if (found === undefined) throw new RuleError('unauthenticated');
  if (
    needsAddress.has(act) &&
    !found.trusted &&
    (await getSetting(db, 'orders.require_verified_email'))
  )
    throw new RuleError('email_unverified', { email: found.email });
  const ceiling = uow.limits ? ceilings[act] : undefined;
  if (ceiling === undefined) return;
  const limit =
    typeof ceiling.limit === 'number' ? ceiling.limit : await getSetting(db, ceiling.limit);
  const counted = await db.row(count, {
    user_id: found.id,
    act,
    day: localDate(uow.now, zone),
    limit,
  });
  if (counted === undefined) throw new RuleError(ceiling.refusal, { count: limit });
}
