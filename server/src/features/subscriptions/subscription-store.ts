import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { SubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
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

export interface SubscriptionChanges {
  readonly plan_id?: number;
  readonly status?: SubscriptionStatus;
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

/** Writes the changed fields and the audit entry. */
export async function saveSubscription(
  uow: UnitOfWork,
  before: LockedSubscription,
  changes: SubscriptionChanges,
): Promise<void> {
  await uow.db.q
    .updateTable('subscriptions')
    .set({ ...changes, updated_at: uow.now })
    .where('id', '=', before.id)
    .execute();
  // The scheduler's own bookkeeping is not audited, because it is not a person's decision.
  const audited = Object.keys(changes).filter(
    (field) => field !== 'renewal_payment_id' && field !== 'runs_until',
  ) as (keyof SubscriptionChanges)[]; // the keys of the changes
  if (audited.length === 0) return;
  uow.audit({
    action:
      changes.status !== undefined && changes.status !== before.status
        ? 'status_changed'
        : 'updated',
    resourceType: 'subscription',
    resourceId: before.id,
    oldValues: Object.fromEntries(audited.map((field) => [field, before[field]])),
    newValues: Object.fromEntries(audited.map((field) => [field, changes[field]])),
  });
}
