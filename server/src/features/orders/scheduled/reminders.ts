import { addDays, formatTimestamp } from '@lavra/domain/calendar/calendar';
import { systemActor } from '../../../platform/db/command.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { settleEach } from '../../scheduling/scheduling-feature.ts';
import { lockOrder } from '../order-lock.ts';
import { remindOfOrder } from './remind-of-order.ts';

const HOUR = 3_600_000;
const BATCH = 100;
/**
 * No reminder is sent for something due for longer than this: after an outage, or for imported
 * orders.
 */
const STALE_MS = 30 * 24 * HOUR;
const FROM_HOUR = '08:00:00';

// An order published after its reminder was due needs none: suppliers who see it have just seen the
// deadline.
const deadlinesNear = statement({
  name: 'reminders-deadline-near',
  params: params<{ today: string; latest: string; after_id: number; batch: number }>(),
  columns: { id: col.int, due: col.date },
  text: `
    SELECT o.id, o.deadline_date AS due FROM orders o
    WHERE o.status = 'publicada' AND o.suspended_at IS NULL
      AND o.deadline_date BETWEEN :today AND :latest
      AND o.published_at < (o.deadline_date - 2) + time '${FROM_HOUR}'
      AND NOT EXISTS (SELECT 1 FROM reminders r
        WHERE r.kind = 'order.deadline_near' AND r.subject_id = o.id AND r.due = o.deadline_date)
      AND o.id > :after_id
    ORDER BY o.id LIMIT :batch`,
});

// After 48 hours and after 7 days; when both have passed without a reminder, one is enough.
const awardsPending = statement({
  name: 'reminders-award-pending',
  params: params<{ first: Date; second: Date; stale: Date; after_id: number; batch: number }>(),
  columns: { id: col.int, due: col.date },
  text: `
    SELECT w.id, w.due FROM (
      SELECT o.id, (o.closed_at + CASE WHEN o.closed_at <= :second
        THEN interval '168 hours' ELSE interval '48 hours' END)::date AS due
      FROM orders o
      WHERE o.status = 'em_analise' AND o.suspended_at IS NULL AND o.closed_at <= :first
        AND o.closed_at > :stale AND o.id > :after_id
    ) w
    WHERE NOT EXISTS (SELECT 1 FROM reminders r
      WHERE r.kind = 'award.pending' AND r.subject_id = w.id AND r.due = w.due)
    ORDER BY w.id LIMIT :batch`,
});

/**
 * Reminds suppliers who have a draft for the order or marked it as favorite but submitted nothing,
 * two calendar days before its deadline, from 08:00 in the platform's zone.
 */
export async function remindOfDeadlines(platform: Platform, stopping: AbortSignal): Promise<void> {
  const [today = '', hour = ''] = formatTimestamp(platform.clock.now(), platform.zone).split(' ');
  const latest = addDays(today, hour >= FROM_HOUR ? 2 : 1);
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (after_id) => platform.db.rows(deadlinesNear, { today, latest, after_id, batch: BATCH }),
    settle: ({ id, due }) =>
      platform.command(systemActor, async (uow) => {
        const order = await lockOrder(uow.db, id, 'share');
        if (order?.status === 'publicada' && !order.suspended && order.deadline_date === due)
          await remindOfOrder(uow, 'order.deadline_near', { id, due });
      }),
  });
}

/** Reminds producers of orders that have been in analysis for 48 hours, and again after 7 days. */
export async function remindOfAwards(platform: Platform, stopping: AbortSignal): Promise<void> {
  const now = platform.clock.now().getTime();
  const before = {
    first: new Date(now - 48 * HOUR),
    second: new Date(now - 168 * HOUR),
    stale: new Date(now - STALE_MS),
  };
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (after_id) => platform.db.rows(awardsPending, { ...before, after_id, batch: BATCH }),
    settle: ({ id, due }) =>
      platform.command(systemActor, async (uow) => {
        const order = await lockOrder(uow.db, id, 'share');
        if (order?.status === 'em_analise' && !order.suspended)
          await remindOfOrder(uow, 'award.pending', { id, due });
      }),
  });
}
