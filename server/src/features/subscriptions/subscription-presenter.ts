import type { Subscription, SubscriptionPeriod } from '@lavra/contract/subscriptions/schemas';
import { daysUntil } from '@lavra/domain/calendar/calendar';
import { subscriptionStatusLabels } from '@lavra/domain/subscription/subscription-machine';
import { wireNumberOrNull, wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { presentPlanRef } from './plan-ref.ts';
import { presentSubscriber } from './subscriber.ts';
import type { PeriodRow, SubscriptionRow } from './subscription-queries.ts';

/**
 * Returns a subscription for administrators and its subscriber; `today` is the platform's calendar
 * day.
 */
export function presentSubscription(row: SubscriptionRow, today: string): Subscription {
  const { id, uuid, status, billing_cycle, due_date, next_plan, next_billing_cycle, periods } = row;
  return {
    id,
    uuid,
    user: presentSubscriber(row),
    plan: presentPlanRef(row),
    status,
    status_label: subscriptionStatusLabels[status],
    billing_cycle,
    due_date,
    days_left: daysUntil(due_date, today),
    cancel_requested_at: wireTimeOrNull(row.cancel_requested_at),
    cancelled_at: wireTimeOrNull(row.cancelled_at),
    next_plan: next_plan === null ? null : presentPlanRef(next_plan),
    next_billing_cycle,
    periods: periods.filter(({ ends_on }) => ends_on >= today).map(presentPeriod),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  };
}

function presentPeriod(row: PeriodRow): SubscriptionPeriod {
  const { id, billing_cycle, origin, amount, payment_id, starts_on, ends_on } = row;
  const kind = origin === 'trial' || origin === 'free' ? origin : 'paid';
  return {
    id,
    plan: presentPlanRef(row),
    billing_cycle,
    kind,
    amount: wireNumberOrNull(amount),
    payment_id,
    starts_on,
    ends_on,
  };
}
