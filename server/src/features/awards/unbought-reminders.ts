import { systemActor } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOrder, unboughtSql } from '../orders/orders-feature.ts';
import { remindOnce, settleEach, type Task } from '../scheduling/scheduling-feature.ts';

const DAY = 24 * 60 * 60_000;
const BATCH = 100;
/** No reminder is sent of an award older than this: after an outage, or for imported orders. */
const STALE_MS = 30 * DAY;
const [FIRST, SECOND] = [1, 5];

// After a day and after five; when both have passed without a reminder, one is enough.
const unbought = statement({
  name: 'reminders-items-unbought',
  params: params<{ first: Date; second: Date; stale: Date; after_id: number; batch: number }>(),
  columns: { id: col.int, days: col.int, due: col.date },
  text: `
    SELECT w.id, w.days, (w.awarded_at + make_interval(days => w.days))::date AS due FROM (
      SELECT o.id, o.awarded_at, CASE WHEN o.awarded_at <= :second THEN ${SECOND} ELSE ${FIRST} END AS days
      FROM orders o
      WHERE o.status = 'adjudicada' AND o.awarded_at <= :first AND o.awarded_at > :stale AND o.id > :after_id
    ) w
    WHERE NOT EXISTS (SELECT 1 FROM reminders r WHERE r.kind = 'items.unbought' AND r.subject_id = w.id
        AND r.due = (w.awarded_at + make_interval(days => w.days))::date)
      AND EXISTS (SELECT 1 FROM order_items oi WHERE oi.order_id = w.id AND ${unboughtSql('oi')})
    ORDER BY w.id LIMIT :batch`,
});

/** Reminds producers of items that nothing was bought of, one and five days after the award. */
export async function remindOfUnbought(platform: Platform, stopping: AbortSignal): Promise<void> {
  const now = platform.clock.now().getTime();
  const awarded = {
    first: new Date(now - FIRST * DAY),
    second: new Date(now - SECOND * DAY),
    stale: new Date(now - STALE_MS),
  };
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (after_id) => platform.db.rows(unbought, { ...awarded, after_id, batch: BATCH }),
    settle: ({ id, days, due }) =>
      platform.command(systemActor, async (uow) => {
        const order = await lockOrder(uow.db, id, 'share');
        if (order?.status !== 'adjudicada') return;
        if (await remindOnce(uow, { kind: 'items.unbought', subjectId: id, due }))
          uow.event({ type: 'items.unbought', data: { order_id: id, days } });
      }),
  });
}

/** The scheduled tasks of awards. */
export const awardTasks: readonly Task[] = [
  { name: 'unbought reminders', everyMs: 60_000, run: remindOfUnbought },
];
