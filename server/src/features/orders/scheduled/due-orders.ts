import { localDate } from '@lavra/domain/calendar/calendar';
import { isActiveSql } from '../../../platform/auth/active-person.ts';
import { systemActor } from '../../../platform/db/command.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { orderableSql } from '../../catalogue/catalogue-feature.ts';
import { settleEach } from '../../scheduling/scheduling-feature.ts';
import { getSetting } from '../../settings/settings-feature.ts';
import { lockOrder } from '../order-lock.ts';
import { closeByDeadline, expireOrder, releaseOrder } from '../order-actions.ts';
import { remindOfOrder } from './remind-of-order.ts';
import { listMisalignedOrders, alignWithOwner } from '../owner-standing.ts';

const BATCH = 100;

// The rule itself is `pendingOutcome`, checked again under each order's lock. Left out is what would be
// refused in every turn: orders that wait for their owner to return, and those that wait for a product,
// once their owner was reminded.
const pendingDue = statement({
  name: 'orders-pending-due',
  params: params<{
    today: string;
    now: Date;
    require_approval: boolean;
    after_id: number;
    batch: number;
  }>(),
  columns: { id: col.int, deadline_passed: col.boolean },
  text: `
    SELECT o.id, o.deadline_date < :today AS deadline_passed FROM orders o
    WHERE o.status = 'pendente' AND o.id > :after_id AND (
      o.deadline_date < :today
      OR (o.approved_at IS NOT NULL OR NOT :require_approval::boolean)
        AND (o.publish_at IS NULL OR o.publish_at <= :now)
        AND EXISTS (SELECT FROM producers pr JOIN users u ON u.id = pr.user_id
          WHERE pr.id = o.producer_id AND ${isActiveSql('u')})
        AND NOT (
          EXISTS (SELECT FROM reminders r WHERE r.kind = 'order.not_published'
            AND r.subject_id = o.id AND r.due = o.deadline_date)
          AND EXISTS (SELECT FROM order_items oi JOIN products p ON p.id = oi.product_id
            WHERE oi.order_id = o.id AND NOT ${orderableSql('p')})))
    ORDER BY o.id LIMIT :batch`,
});

/**
 * Moves published orders whose deadline day is over to `em_analise`, or to `expirada` without
 * proposals. Includes suspended ones.
 */
export async function closePublished(platform: Platform, stopping: AbortSignal): Promise<void> {
  const today = localDate(platform.clock.now(), platform.zone);
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (afterId) =>
      platform.db.q
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'publicada')
        .where('deadline_date', '<', today)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    settle: ({ id }) =>
      platform.command(systemActor, (uow) => closeByDeadline(uow, id, { zone: platform.zone })),
  });
}

/**
 * Publishes pending orders that are approved and whose scheduled time has come; those whose
 * deadline came first expire.
 */
export async function settlePending(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { db, zone } = platform;
  const now = platform.clock.now();
  const require_approval = await getSetting(db, 'orders.require_approval');
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (after_id) =>
      db.rows(pendingDue, {
        today: localDate(now, zone),
        now,
        require_approval,
        after_id,
        batch: BATCH,
      }),
    settle: ({ id, deadline_passed }) =>
      deadline_passed
        ? platform.command(systemActor, (uow) => expireOrder(uow, id, { zone }))
        : releaseDue(platform, id),
  });
}

/**
 * Publishes a due order. When inactive products prevent that, it stays pending and its owner is
 * notified once.
 */
async function releaseDue({ command, zone }: Platform, id: number): Promise<void> {
  const refusal = await command(systemActor, (uow) => releaseOrder(uow, id, { zone })).catch(
    (error: unknown) => {
      if (error instanceof RuleError && error.code === 'order_inactive_products') return error;
      throw error;
    },
  );
  if (refusal === undefined) return;
  await command(systemActor, async (uow) => {
    const order = await lockOrder(uow.db, id, 'share');
    if (order?.status !== 'pendente') return;
    await remindOfOrder(uow, 'order.not_published', { id, due: order.deadline_date });
  });
}

/**
 * Suspends or resumes open orders to match their owner's status where that did not happen together
 * with the block: imported orders, or owners blocked by older code.
 */
export async function followOwners(platform: Platform, stopping: AbortSignal): Promise<void> {
  await settleEach({
    platform,
    stopping,
    subject: 'order',
    list: (afterId) => listMisalignedOrders(platform.db, afterId, BATCH),
    settle: ({ id }) => platform.command(systemActor, (uow) => alignWithOwner(uow, id)),
  });
}
