import { nextStatus, statusPredicates, type Moves } from '../state-machine.ts';

export const subscriptionStatuses = ['trial', 'active', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionStatusLabels: Readonly<Record<SubscriptionStatus, string>> = {
  trial: 'Em teste',
  active: 'Ativa',
  expired: 'Vencida',
  cancelled: 'Cancelada',
};

export const subscriptionActors = ['payer', 'admin', 'scheduler', 'system'] as const;
export type SubscriptionActor = (typeof subscriptionActors)[number];

export const subscriptionTriggers = [
  'pay',
  'extend_trial',
  'expire',
  'end',
  'cancel_now',
  'try_again',
] as const;
export type SubscriptionTrigger = (typeof subscriptionTriggers)[number];

/** The status a subscription is created in. */
export const initialSubscriptionStatus = 'trial' satisfies SubscriptionStatus;

/**
 * The life of a subscription. `pay` also stands for a period that costs nothing and begins by itself; `end` is the due
 * date of one whose subscriber asked to cancel, `cancel_now` a refund or an erasure that ends it at once. A payment that
 * went back ends what it paid for: where nothing else is left, as the due date does.
 */
export const subscriptionMoves: Moves<SubscriptionTrigger, SubscriptionStatus, SubscriptionActor> =
  {
    pay: {
      from: ['trial', 'active', 'expired', 'cancelled'],
      to: 'active',
      by: ['payer', 'admin', 'scheduler'],
    },
    extend_trial: { from: ['trial', 'expired'], to: 'trial', by: ['admin'] },
    expire: { from: ['trial', 'active'], to: 'expired', by: ['scheduler', 'admin', 'system'] },
    end: { from: ['trial', 'active'], to: 'cancelled', by: ['scheduler', 'admin', 'system'] },
    cancel_now: { from: ['trial', 'active', 'expired'], to: 'cancelled', by: ['admin', 'system'] },
    // What was paid for is over, or its payment went back, and days of the trial are left.
    try_again: { from: ['trial', 'active'], to: 'trial', by: ['scheduler', 'admin', 'system'] },
  };

/** The status a trigger leads to, or null when it is not allowed from there. */
export const nextSubscriptionStatus = (
  from: SubscriptionStatus,
  trigger: SubscriptionTrigger,
): SubscriptionStatus | null => nextStatus(subscriptionMoves, from, trigger);

export const subscriptionCan = statusPredicates(subscriptionMoves);

/** While it runs, its subscriber may publish and submit; it can be cancelled and its plan changed for the next period. */
export const isRunning = (status: SubscriptionStatus): boolean =>
  status === 'trial' || status === 'active';
