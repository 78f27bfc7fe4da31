import { billingCycles, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import {
  subscriptionStatuses,
  type SubscriptionStatus,
} from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';

const lockOne = statement({
  name: 'subscription-lock',
  params: params<{ id: number }>(),
  columns: {
    id: col.int,
    uuid: col.uuid,
    user_id: col.int,
    plan_id: col.int,
    status: col.oneOf(subscriptionStatuses),
    billing_cycle: col.oneOf(billingCycles),
    due_date: col.date,
    cancel_requested_at: orNull(col.timestamp),
    cancelled_at: orNull(col.timestamp),
    next_plan_id: orNull(col.int),
    next_billing_cycle: orNull(col.oneOf(billingCycles)),
    next_from: orNull(col.date),
    renewal_payment_id: orNull(col.int),
    runs_until: orNull(col.date),
  },
  text: `
    SELECT s.id, s.uuid, s.user_id, s.plan_id, s.status, s.billing_cycle, s.due_date,
      s.cancel_requested_at, s.cancelled_at,
      s.next_plan_id, s.next_billing_cycle, s.next_from, s.renewal_payment_id, s.runs_until
    FROM subscriptions s WHERE s.id = :id FOR NO KEY UPDATE`,
});

/** A stored subscription under its lock; `due_date` is `YYYY-MM-DD`. */
export type LockedSubscription = NonNullable<Awaited<ReturnType<typeof findLocked>>>;
const findLocked = (db: Db, id: number) => db.row(lockOne, { id });

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
