import { addDays, daysUntil } from '@lavra/domain/calendar/calendar';
import { derivedColumnsOf, type Period } from '@lavra/domain/subscription/paid-periods';
import {
  isRunning,
  type SubscriptionTransition,
} from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { addMissingPeriods } from './missing-periods.ts';
import { listLivePeriods } from './period-store.ts';
import {
  lockSubscription,
  saveSubscription,
  statusAfter,
  type LockedSubscription,
  type SubscriptionChanges,
} from './subscription-store.ts';

// The session's time zone is the platform's.
const dayOf = statement({
  name: 'platform-today',
  params: params<{ now: Date }>(),
  columns: { today: col.date },
  text: 'SELECT :now::timestamptz::date AS today',
});

/** A locked subscription with the periods that are not over on the platform's calendar day. */
export interface LockedPeriods {
  readonly subscription: LockedSubscription;
  readonly live: readonly Period[];
  readonly today: string;
}

/**
 * Locks a subscription and reads its periods, after adding missing ones; `except` is a payment
 * whose period the caller is about to create.
 */
export async function lockPeriods(
  uow: UnitOfWork,
  id: number,
  except?: number,
): Promise<LockedPeriods> {
  const subscription = await lockSubscription(uow.db, id);
  const today = (await uow.db.row(dayOf, { now: uow.now }))?.today ?? '';
  const live = await addMissingPeriods(uow, subscription, {
    live: await listLivePeriods(uow.db, id, today),
    today,
    except,
  });
  return { subscription, live, today };
}

/**
 * Returns the periods of a subscription that are not over, including a trial that has no period row
 * yet.
 */
export function runningPeriods({ subscription, live, today }: LockedPeriods): readonly Period[] {
  const { status, due_date, plan_id, billing_cycle } = subscription;
  if (live.length > 0 || status !== 'trial' || due_date < today) return live;
  return [
    {
      id: undefined,
      origin: 'trial',
      paymentId: null,
      amount: '0.00',
      planId: plan_id,
      cycle: billing_cycle,
      days: daysUntil(due_date, today),
      startsOn: today,
      endsOn: due_date,
      takenDays: 0,
      anchor: null,
    },
  ];
}

export const nothingPlanned = {
  next_plan_id: null,
  next_billing_cycle: null,
  next_from: null,
} as const;

interface Face {
  readonly today: string;
  /** Written in addition to the fields derived from the periods. */
  readonly changes?: SubscriptionChanges;
  /** Applied when it changes the status. */
  readonly transition?: SubscriptionTransition | undefined;
  /** Whether a planned change that is not paid for is kept. */
  readonly keepsPlan: boolean;
}

/**
 * Writes the subscription's fields that are derived from its periods, if they differ. Does not
 * change them when all periods are over.
 */
export async function saveDerivedColumns(
  uow: UnitOfWork,
  before: LockedSubscription,
  periods: readonly Period[],
  { today, changes = {}, transition, keepsPlan }: Face,
): Promise<void> {
  const face = derivedColumnsOf(periods, today);
  const planned = keepsPlan && before.next_from === null ? {} : nothingPlanned;
  const shown: SubscriptionChanges =
    face === null
      ? {}
      : {
          plan_id: face.planId,
          billing_cycle: face.cycle,
          due_date: face.dueDate,
          runs_until: face.runsUntil,
          ...(face.next === null
            ? planned
            : {
                next_plan_id: face.next.planId,
                next_billing_cycle: face.next.cycle,
                next_from: face.next.from,
              }),
        };
  const wanted = Object.entries({ ...shown, ...changes }).filter(
    ([field, value]) => value !== before[field as keyof SubscriptionChanges],
  ); // fields of both
  const moves = transition !== undefined && statusAfter(before, transition) !== before.status;
  if (wanted.length > 0 || moves)
    await saveSubscription(uow, before, Object.fromEntries(wanted), moves ? transition : undefined);
}

/** Returns the last day on which a subscription was valid, when nothing of it is left today. */
export const overSince = ({ due_date, status }: LockedSubscription, today: string): string =>
  isRunning(status) && due_date >= today ? addDays(today, -1) : due_date;
