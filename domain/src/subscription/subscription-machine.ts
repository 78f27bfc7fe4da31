import { nextStatus, statusPredicates, type Transitions } from '../state-machine.ts';

export const subscriptionStatuses = ['trial', 'active', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionStatusLabels: Readonly<Record<SubscriptionStatus, string>> = {
  trial: 'Em teste',
  active: 'Ativa',
  expired: 'Vencida',
  cancelled: 'Cancelada',
};

export const subscriptionTransitionNames = [
  'pay',
  'extend_trial',
  'expire',
  'end',
  'cancel_now',
  'try_again',
] as const;
export type SubscriptionTransition = (typeof subscriptionTransitionNames)[number];

/** Status of a new subscription. */
export const initialSubscriptionStatus = 'trial' satisfies SubscriptionStatus;
/** Status of a new subscription that has no trial, until something is paid. */
export const statusWithoutTrial = 'expired' satisfies SubscriptionStatus;

/**
 * State machine of a subscription. `pay` also stands for a free period that begins without a
 * payment; `end` is the due date of a subscription whose cancellation was requested; `cancel_now`
 * is a refund or an erasure that ends it at once. A refunded payment ends what it paid for: when
 * nothing else is left, it has the effect of the due date.
 */
export const subscriptionTransitions: Transitions<SubscriptionTransition, SubscriptionStatus> = {
  pay: { from: ['trial', 'active', 'expired', 'cancelled'], to: 'active' },
  extend_trial: { from: ['trial', 'expired'], to: 'trial' },
  expire: { from: ['trial', 'active'], to: 'expired' },
  end: { from: ['trial', 'active'], to: 'cancelled' },
  cancel_now: { from: ['trial', 'active', 'expired'], to: 'cancelled' },
  // The paid time is over or its payment was refunded, and days of the trial are left.
  try_again: { from: ['trial', 'active'], to: 'trial' },
};

/**
 * Returns the status that a transition leads to, or null when it is not allowed in `from`.
 */
export const nextSubscriptionStatus = (
  from: SubscriptionStatus,
  transition: SubscriptionTransition,
): SubscriptionStatus | null => nextStatus(subscriptionTransitions, from, transition);

export const subscriptionCan = statusPredicates(subscriptionTransitions);

/**
 * Returns true while the subscription is running: its subscriber may publish and submit, cancel it,
 * and change the plan for the next period.
 */
export const isRunning = (status: SubscriptionStatus): boolean =>
  status === 'trial' || status === 'active';
