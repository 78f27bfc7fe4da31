import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { isActiveSql } from '../../platform/auth/active-person.ts';
import { systemActor } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { settleEach, type Task } from '../scheduling/scheduling-feature.ts';
import { announceRenewal, reminderDays, settleSubscription } from './settle-subscription.ts';

const BATCH = 100;

const listDue = ({ q }: Db, today: string, afterId: number) =>
  q
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '>', afterId)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', 'in', ['trial', 'active']), eb('due_date', '<', today)]),
        eb('next_from', '<', today),
        eb('runs_until', '<', today),
      ]),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute();

// Subscriptions of users who may log in that lack a reminder of this span, or the payment of the
// next period if it has a price.
const subscriptionsNear = statement({
  name: 'subscriptions-near',
  params: params<{ today: string; latest: string; after_id: number; batch: number }>(),
  columns: { id: col.int },
  text: `
    SELECT s.id FROM subscriptions s JOIN plans p ON p.id = coalesce(s.next_plan_id, s.plan_id)
    JOIN users u ON u.id = s.user_id AND ${isActiveSql('u')}
    WHERE s.status IN ('trial', 'active') AND s.due_date BETWEEN :today AND :latest
      AND s.cancel_requested_at IS NULL AND s.id > :after_id
      AND (NOT EXISTS (
          SELECT FROM reminders r WHERE r.subject_id = s.id AND r.due = s.due_date
            AND r.kind = 'subscription.expiring.' || CASE
              WHEN s.due_date - :today::date <= 1 THEN '1'
              WHEN s.due_date - :today::date <= 3 THEN '3' ELSE '7' END)
        OR s.status = 'active' AND s.renewal_payment_id IS NULL
          AND CASE coalesce(s.next_billing_cycle, s.billing_cycle)
            WHEN 'monthly' THEN p.price_monthly WHEN 'quarterly' THEN p.price_quarterly
            ELSE p.price_annual END > 0)
    ORDER BY s.id LIMIT :batch`,
});

/** Ends the subscriptions whose period is over, and begins the periods that are paid for. */
export async function settleSubscriptions(
  platform: Platform,
  stopping: AbortSignal,
): Promise<void> {
  const today = localDate(platform.clock.now(), platform.zone);
  await settleEach({
    platform,
    stopping,
    subject: 'subscription',
    list: (afterId) => listDue(platform.db, today, afterId),
    settle: ({ id }) => platform.command(systemActor, (uow) => settleSubscription(uow, id)),
  });
}

/** Creates the payments of coming periods and reminds subscribers of them. */
export async function announceRenewals(platform: Platform, stopping: AbortSignal): Promise<void> {
  const today = localDate(platform.clock.now(), platform.zone);
  await settleEach({
    platform,
    stopping,
    subject: 'subscription',
    list: (after_id) =>
      platform.db.rows(subscriptionsNear, {
        today,
        latest: addDays(today, reminderDays[0]),
        after_id,
        batch: BATCH,
      }),
    settle: ({ id }) => platform.command(systemActor, (uow) => announceRenewal(uow, id, platform)),
  });
}

const MINUTE = 60_000;

/** The scheduled tasks of subscriptions. */
export const subscriptionTasks: readonly Task[] = [
  { name: 'subscriptions due', everyMs: MINUTE, run: settleSubscriptions },
  { name: 'renewals', everyMs: MINUTE, run: announceRenewals },
];
