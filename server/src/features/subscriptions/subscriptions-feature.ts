import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { subscriptionTasks } from './due-subscriptions.ts';
import { mountSubscriptionRoutes } from './subscription-routes.ts';

export { findSubscriptionOf } from './own-subscription.ts';
export { comingPeriod, type ComingPeriod } from './coming-period.ts';
export { callOff, listOpenDemands } from './open-demands.ts';
export { cancelNow, payPeriod } from './paid-period.ts';
export { assertMayPublish, assertMaySubmit, assertMayUseSheets } from './plan-limits.ts';
export {
  NEAR_DAYS,
  presentMonthlyRevenue,
  readRevenueMetrics,
  type RevenueMetrics,
} from './revenue-metrics.ts';
export { planRefColumns, presentPlanRef } from './plan-ref.ts';
export { lockOwnSubscription } from './lock-own-subscription.ts';
export { presentSubscriber, subscriberColumns } from './subscriber.ts';
export { lockSubscription, type LockedSubscription } from './subscription-store.ts';
export { giveBackPeriod, takeBackPeriod } from './taken-back.ts';
export { startMissingTrials, startTrials } from './trials.ts';

/** Creates the feature of subscriptions: who may use the service until when, and on which plan. */
export function createSubscriptions({ platform }: { platform: Platform }) {
  return {
    tasks: subscriptionTasks,
    mountRoutes: (mount: Mount): void => mountSubscriptionRoutes(mount, platform),
  };
}
