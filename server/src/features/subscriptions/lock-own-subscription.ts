import { randomUUIDv7 } from 'node:crypto';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { statusWithoutTrial } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { lockSubscription, type LockedSubscription } from './subscription-store.ts';

export interface Subscribing {
  readonly userId: number;
  readonly planId: number;
  readonly billingCycle: BillingCycle;
  readonly zone: string;
}

/**
 * Locks and returns the person's subscription. Creates an expired one for a person who has none,
 * until something is paid.
 */
export async function lockOwnSubscription(
  uow: UnitOfWork,
  { userId, planId, billingCycle, zone }: Subscribing,
): Promise<LockedSubscription> {
  const { db, now } = uow;
  // The same lock that a foreign key to the user takes, but before the subscription's lock: user <
  // subscription < payment.
  const held = await db.q
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (held === undefined) throw new RuleError('unauthenticated');
  await db.q
    .insertInto('subscriptions')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      plan_id: planId,
      status: statusWithoutTrial,
      billing_cycle: billingCycle,
      due_date: addDays(localDate(now, zone), -1),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const { id } = await db.q
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return lockSubscription(db, id);
}
