import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import {
  nextSubscriptionStatus,
  type SubscriptionStatus,
  type SubscriptionTransition,
} from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';

/** A stored subscription under its lock; `due_date` is `YYYY-MM-DD`. */
export type LockedSubscription = NonNullable<Awaited<ReturnType<typeof findLocked>>>;
const findLocked = (db: Db, id: number) =>
  db.q
    .selectFrom('subscriptions')
    .select(['id', 'uuid', 'user_id', 'plan_id', 'status', 'billing_cycle', 'due_date'])
    .select(['cancel_requested_at', 'cancelled_at', 'runs_until', 'renewal_payment_id'])
    .select(['next_plan_id', 'next_billing_cycle', 'next_from'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<{
      status: SubscriptionStatus;
      billing_cycle: BillingCycle;
      next_billing_cycle: BillingCycle | null;
    }>()
    .executeTakeFirst();

/**
 * Locks a subscription until the end of the command; throws `subscription_not_found`. Lock order:
 * user < subscription < payment < refund.
 */
export async function lockSubscription(db: Db, id: number): Promise<LockedSubscription> {
  const subscription = await findLocked(db, id);
  if (subscription === undefined) throw new RuleError('subscription_not_found');
  return subscription;
}

/** What is written of a subscription besides its status, which only a transition changes. */
export interface SubscriptionChanges {
  readonly plan_id?: number;
  readonly billing_cycle?: BillingCycle;
  readonly due_date?: string;
  readonly cancel_requested_at?: Date | null;
  readonly cancelled_at?: Date | null;
  readonly next_plan_id?: number | null;
  readonly next_billing_cycle?: BillingCycle | null;
  readonly next_from?: string | null;
  readonly renewal_payment_id?: number | null;
  readonly runs_until?: string | null;
}

/**
 * Writes the changed fields and the audit entry, and applies a transition of the state machine when
 * one is given. Throws an internal error for a transition that the machine does not allow: callers
 * check it first.
 */
export async function saveSubscription(
  uow: UnitOfWork,
  before: LockedSubscription,
  changes: SubscriptionChanges,
  transition?: SubscriptionTransition,
): Promise<void> {
  const status = transition === undefined ? before.status : statusAfter(before, transition);
  const written = transition === undefined ? changes : { status, ...changes };
  await uow.db.q
    .updateTable('subscriptions')
    .set({ ...written, updated_at: uow.now })
    .where('id', '=', before.id)
    .execute();
  // The scheduler's own bookkeeping is not audited, because it is not a person's decision.
  const audited = Object.entries(written).filter(
    ([field]) => field !== 'renewal_payment_id' && field !== 'runs_until',
  );
  if (audited.length === 0) return;
  uow.audit({
    action: status === before.status ? 'updated' : 'status_changed',
    resourceType: 'subscription',
    resourceId: before.id,
    oldValues: Object.fromEntries(
      audited.map(([field]) => [field, before[field as keyof LockedSubscription]]), // its own keys
    ),
    newValues: Object.fromEntries(audited),
  });
}

/**
 * Returns the status to which a transition leads a subscription. Throws an internal error for one
 * that the machine does not allow.
 */
export function statusAfter(
  { id, status }: LockedSubscription,
  transition: SubscriptionTransition,
): SubscriptionStatus {
  const next = nextSubscriptionStatus(status, transition);
  if (next === null) throw new Error(`subscription ${id} cannot ${transition} from ${status}`);
  return next;
}
