// The door of the subscriptions feature: who may use the service until when, and on which plan.
export { isFree, priceOf } from '@lavra/domain/subscription/billing-cycle';
export { getPlan, presentPlan, presentPlanRef, type PlanRow } from '../plans/plans-feature.ts';
export { cancelNow, payPeriod, type Period } from './paid-period.ts';
export { createRenewalPayment } from './renewal-payment.ts';
export { presentSubscription } from './subscription-presenter.ts';
export { getSubscription, type SubscriptionRow } from './subscription-queries.ts';
export { lockSubscription, startTrial, type LockedSubscription } from './subscription-store.ts';
