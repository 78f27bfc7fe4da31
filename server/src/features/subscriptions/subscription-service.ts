import type { OwnSubscription, Subscription } from '@lavra/contract/subscriptions/schemas';
import { addDays } from '@lavra/domain/calendar/calendar';
import { priceOf, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { planProfileOf } from '@lavra/domain/subscription/plan-profile';
import { isRunning, subscriptionCan } from '@lavra/domain/subscription/subscription-machine';
import type {
  AdminCaller,
  ConsultantCaller,
  ProducerCaller,
  SupplierCaller,
} from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPlan } from '../plans/plans-feature.ts';
import { getOwnSubscription } from './own-subscription.ts';
import { lockPeriods, nothingPlanned } from './period-changes.ts';
import { savePeriods } from './period-store.ts';
import { cancelRenewal } from './renewal-payment.ts';
import { presentSubscription } from './subscription-presenter.ts';
import { getSubscription } from './subscription-queries.ts';
import { lockSubscription, saveSubscription } from './subscription-store.ts';

type SubscriberCaller = ProducerCaller | SupplierCaller | ConsultantCaller;
export interface PlanChoice {
  readonly plan_id: number;
  readonly billing_cycle: BillingCycle;
}

/**
 * Requests cancellation: the paid period continues and no further payment is requested. Throws when
 * the subscription is not running, or when cancellation was requested before.
 */
export const cancelOwnSubscription = (
  { command, zone }: Platform,
  request: Request<SubscriberCaller>,
  id: number,
): Promise<OwnSubscription> =>
  command(request, async (uow) => {
    const before = await lockSubscription(uow.db, id);
    if (!isRunning(before.status)) throw new RuleError('subscription_not_running');
    if (before.cancel_requested_at !== null) throw new RuleError('subscription_cancel_asked');
    await cancelRenewal(uow, before);
    await saveSubscription(uow, before, {
      cancel_requested_at: uow.now,
      renewal_payment_id: null,
      ...(before.next_from === null ? nothingPlanned : {}),
    });
    return getOwnSubscription(uow.db, id, { now: uow.now, zone });
  });

/**
 * Plans another plan or cycle from the next period on; choosing the current one withdraws a planned
 * change. A change that is already paid for stays.
 */
export const changeOwnPlan = (
  { command, zone }: Platform,
  request: Request<SubscriberCaller>,
  id: number,
  choice: PlanChoice,
): Promise<OwnSubscription> =>
  command(request, async (uow) => {
    const before = await lockSubscription(uow.db, id);
    if (!isRunning(before.status)) throw new RuleError('subscription_not_running');
    if (before.next_from !== null) throw new RuleError('plan_change_paid');
    await assertSold(uow.db, request.caller, choice);
    const isSame =
      choice.plan_id === before.plan_id && choice.billing_cycle === before.billing_cycle;
    const planned = isSame
      ? nothingPlanned
      : {
          ...nothingPlanned,
          next_plan_id: choice.plan_id,
          next_billing_cycle: choice.billing_cycle,
        };
    if (
      planned.next_plan_id !== before.next_plan_id ||
      planned.next_billing_cycle !== before.next_billing_cycle
    ) {
      await cancelRenewal(uow, before);
      await saveSubscription(uow, before, { ...planned, renewal_payment_id: null });
    }
    return getOwnSubscription(uow.db, id, { now: uow.now, zone });
  });

/**
 * Adds days to the due date, or to today if that is later; the subscription runs as a trial again.
 * Throws `trial_not_extendable`.
 */
export const extendTrial = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  days: number,
): Promise<Subscription> =>
  command(request, async (uow) => {
    const { subscription: before, live, today } = await lockPeriods(uow, id);
    if (!subscriptionCan.extend_trial(before.status)) throw new RuleError('trial_not_extendable');
    const due_date = addDays(before.due_date > today ? before.due_date : today, days);
    // The rest of a trial after a refunded payment is a period row; any other trial has none yet.
    const after = live.map((period) =>
      period === live.at(-1)
        ? { ...period, endsOn: due_date, days: (period.days ?? 0) + days }
        : period,
    );
    await savePeriods(uow, id, { before: live, after });
    await saveSubscription(uow, before, { due_date }, 'extend_trial');
    return presentSubscription(await getSubscription(uow.db, id), today);
  });

async function assertSold(
  db: Db,
  { userType }: SubscriberCaller,
  { plan_id, billing_cycle }: PlanChoice,
): Promise<void> {
  const plan = await findPlan(db, plan_id);
  if (plan === undefined || !plan.is_active || plan.profile_type !== planProfileOf[userType])
    throw InvalidFields.of('plan_id', 'plan');
  if (priceOf(plan, billing_cycle) === null) throw InvalidFields.of('billing_cycle', 'plan_cycle');
}
