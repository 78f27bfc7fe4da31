import { isActiveSql } from '../../platform/auth/active-person.ts';
import { changeStanding } from '../../platform/session/standing.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { orderTexts } from '../../platform/texts/order-texts.ts';
import { lockOrder, suspendedWithOwnerSql } from './order-lock.ts';
import { applyAction } from './order-actions.ts';
import { tryOrderQueues } from './order-queue.ts';
import { holdOwner } from './owner-hold.ts';

/**
 * Open orders that are running although their owner is not active, and those suspended with an
 * owner who is active again.
 */
const astray = `
  (NOT ${isActiveSql('u')} AND o.suspended_at IS NULL OR ${isActiveSql('u')} AND ${suspendedWithOwnerSql('o')})`;
const open = "o.status IN ('publicada', 'em_analise')";

const ofOwner = statement({
  name: 'orders-astray-of-owner',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: `
    SELECT o.id FROM users u
    JOIN producers pr ON pr.user_id = u.id
    JOIN orders o ON o.producer_id = pr.id
    WHERE u.id = :user_id AND ${open} AND ${astray} ORDER BY o.id`,
});
const ofAnybody = statement({
  name: 'orders-astray',
  params: params<{ after_id: number; batch: number }>(),
  columns: { id: col.int },
  text: `
    SELECT o.id FROM users u
    JOIN producers pr ON pr.user_id = u.id
    JOIN orders o ON o.producer_id = pr.id
    WHERE ${open} AND ${astray} AND o.id > :after_id ORDER BY o.id LIMIT :batch`,
});

/**
 * Suspends or resumes the open orders of a user after the account's status has changed. Call it
 * after the account's row is written. With `wait` false it does not wait for locks, but throws when
 * a row is locked.
 */
export async function followOwner(
  uow: UnitOfWork,
  userId: number,
  { wait }: { readonly wait: boolean },
): Promise<void> {
  await changeStanding(uow.db, userId, { wait });
  const orders = await uow.db.rows(ofOwner, { user_id: userId });
  if (!wait && orders.length > 0) {
    const ids = orders.map(({ id }) => id);
    await tryOrderQueues(uow.db, ids);
    await uow.db.q
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .noWait()
      .execute();
  }
  for (const { id } of orders) await followOne(uow, id);
}

/**
 * Returns orders of any owner that should be suspended or resumed with the owner but are not yet:
 * imported ones, or ones left by older code.
 */
export const listMisalignedOrders = (
  db: Db,
  afterId: number,
  batch: number,
): Promise<{ id: number }[]> => db.rows(ofAnybody, { after_id: afterId, batch });

/**
 * Suspends or resumes one open order to match its owner's status. Does nothing when it matches
 * already or the order was suspended on purpose.
 */
export async function alignWithOwner(uow: UnitOfWork, orderId: number): Promise<void> {
  await holdOwner(uow.db, orderId);
  await followOne(uow, orderId);
}

async function followOne(uow: UnitOfWork, orderId: number): Promise<void> {
  const order = await lockOrder(uow.db, orderId, 'update');
  if (order === undefined || (order.status !== 'publicada' && order.status !== 'em_analise'))
    return;
  if (order.owner_active && order.suspended_with_owner) {
    await applyAction(uow, orderId, 'resume_with_owner', anyZone);
  } else if (!order.owner_active && !order.suspended) {
    await applyAction(uow, orderId, 'suspend_with_owner', {
      ...anyZone,
      reason: orderTexts.ownerInactive,
    });
  }
}

/** Neither transition depends on the calendar. */
const anyZone = { zone: 'UTC' } as const;
