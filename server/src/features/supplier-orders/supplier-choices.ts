import { bindsSupplier } from '@lavra/domain/proposal/proposal-rules';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import { blankToNull } from '@lavra/domain/text/blank';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOrderToWrite, type LockedOrder } from '../orders/orders-feature.ts';

interface Pair extends Readonly<Record<string, unknown>> {
  readonly supplier_id: number;
  readonly order_id: number;
}

const addDecline = statement({
  name: 'decline-add',
  params: params<Pair & { reason: string | null; now: Date }>(),
  columns: { added: col.boolean },
  text: `
    INSERT INTO supplier_order_declines AS d (supplier_id, order_id, reason, created_at, updated_at)
    VALUES (:supplier_id, :order_id, :reason, :now, :now)
    ON CONFLICT (supplier_id, order_id) DO UPDATE
      SET reason = coalesce(excluded.reason, d.reason), updated_at = excluded.updated_at
    RETURNING d.xmax = 0 AS added`,
});

const MAX_TURNS = 10;

// A favorite and a decline are two independent records.

/** Switches the favorite on or off; n toggles, in sequence or concurrent, flip it n times. */
export const toggleFavoriteOrder = (
  { command }: Platform,
  request: Request<SupplierCaller>,
  orderId: number,
): Promise<{ is_favorited: boolean; message: string }> =>
  command(request, async ({ db, now }) => {
    const is_favorited = await flip(
      db,
      { supplier_id: request.caller.supplierId, order_id: orderId },
      now,
    );
    return {
      message: is_favorited
        ? 'Cotação adicionada aos favoritos.'
        : 'Cotação removida dos favoritos.',
      is_favorited,
    };
  });

/**
 * Removes the order from the caller's list; declining it again changes at most the reason. Refuses
 * while a proposal of the caller's binds them.
 */
export const declineOrder = (
  { command }: Platform,
  request: Request<SupplierCaller>,
  orderId: number,
  reason: string | null,
): Promise<{ declined: boolean; message: string }> =>
  command(request, async (uow) => {
    const { db, now } = uow;
    const { supplierId } = request.caller;
    await assertUnbound(db, supplierId, await lockedOrder(db, { orderId, supplierId }));
    const declined = await db.row(addDecline, {
      supplier_id: supplierId,
      order_id: orderId,
      reason: blankToNull(reason),
      now,
    });
    if (declined?.added === true)
      uow.audit({
        action: 'updated',
        event: 'order.declined',
        resourceType: 'order',
        resourceId: orderId,
      });
    return { message: 'Você não participará desta cotação.', declined: true };
  });

/** Restores the order to the caller's list; does nothing when it was not declined. */
export const undoDecline = (
  { command }: Platform,
  request: Request<SupplierCaller>,
  orderId: number,
): Promise<{ declined: boolean; message: string }> =>
  command(request, async (uow) => {
    await lockedOrder(uow.db, { orderId, supplierId: request.caller.supplierId });
    const removed = await uow.db.q
      .deleteFrom('supplier_order_declines')
      .where('supplier_id', '=', request.caller.supplierId)
      .where('order_id', '=', orderId)
      .returning('id')
      .executeTakeFirst();
    if (removed !== undefined)
      uow.audit({
        action: 'updated',
        event: 'order.decline_undone',
        resourceType: 'order',
        resourceId: orderId,
      });
    return { message: 'Você voltou a participar desta cotação.', declined: false };
  });

/** Retries when a concurrent toggle comes between the insert and the delete. */
async function flip(db: Db, pair: Pair, now: Date): Promise<boolean> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const added = await db.q
      .insertInto('favorite_orders')
      .values({ ...pair, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('order_id')
      .executeTakeFirst();
    if (added !== undefined) return true;
    const removed = await db.q
      .deleteFrom('favorite_orders')
      .where('supplier_id', '=', pair.supplier_id)
      .where('order_id', '=', pair.order_id)
      .returning('order_id')
      .executeTakeFirst();
    if (removed !== undefined) return false;
  }
  throw new Error('a favorite kept changing while it was toggled');
}

/**
 * Locks the order so that its status does not change, and the list's total counts this decline
 * exactly once.
 */
async function lockedOrder(
  db: Db,
  pair: { readonly orderId: number; readonly supplierId: number },
): Promise<LockedOrder> {
  const order = await lockOrderToWrite(db, pair);
  if (order === undefined) throw new RuleError('order_not_found');
  return order;
}

/** Throws while the supplier is bound by a proposal for the locked order. */
async function assertUnbound(db: Db, supplierId: number, order: LockedOrder): Promise<void> {
  const binding = (
    await db.q
      .selectFrom('proposals')
      .select('status')
      .$narrowType<{ status: ProposalStatus }>()
      .where('order_id', '=', order.id)
      .where('supplier_id', '=', supplierId)
      .where('status', 'in', ['submitted', 'accepted'])
      .execute()
  ).filter(({ status }) => bindsSupplier(status, order.status));
  if (binding.some(({ status }) => status === 'accepted'))
    throw new RuleError('decline_after_award');
  if (binding.length > 0) throw new RuleError('decline_with_proposal');
}
