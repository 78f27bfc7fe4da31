import { closureTypes } from '@lavra/domain/order/closure-type';
import { orderTransitionEvents } from '@lavra/domain/audit/audit-events';
import { nextOrderStatus, type OrderTransition } from '@lavra/domain/order/order-machine';
import { orderStatuses, type OrderStatus } from '@lavra/domain/order/order-status';
import { isActiveSql } from '../../platform/auth/active-person.ts';
import { beforeOf, changesOf } from '../../platform/db/changes.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement, type Statement } from '../../platform/db/statement.ts';
import { orderQueueSql, supplierWritesSql } from './order-queue.ts';

/** Returns the SQL condition that order `alias` is suspended because of its owner's account. */
export const suspendedWithOwnerSql = (alias: string): string =>
  `(${alias}.suspended_at IS NOT NULL AND coalesce(${alias}.owner_suspended_at = ${alias}.suspended_at, false))`;

const columns = {
  id: col.int,
  uuid: col.uuid,
  number: col.text,
  producer_id: col.int,
  status: col.oneOf(orderStatuses),
  closure_type: col.oneOf(closureTypes),
  deadline_date: col.date,
  delivery_date: orNull(col.date),
  suspended: col.boolean,
  approved: col.boolean,
  publish_at_ms: orNull(col.float),
  items_count: col.int,
  version: col.int,
  enforced: col.boolean,
  suspended_with_owner: col.boolean,
  owner_active: col.boolean,
};
const read = `
  SELECT o.id, o.uuid, o.number, o.producer_id, o.status, o.closure_type,
    o.deadline_date, o.delivery_date, o.items_count, o.version,
    o.suspended_at IS NOT NULL AS suspended, o.approved_at IS NOT NULL AS approved,
    (extract(epoch FROM o.publish_at) * 1000)::float8 AS publish_at_ms,
    ${suspendedWithOwnerSql('o')} AS suspended_with_owner,
    (SELECT ${isActiveSql('u')} FROM producers pr JOIN users u ON u.id = pr.user_id
     WHERE pr.id = o.producer_id) AS owner_active,
    coalesce((SELECT s.value = 'true' FROM settings s WHERE s.key = 'subscriptions.enforce'), false) AS enforced
  FROM queue CROSS JOIN orders o WHERE o.id = :id::bigint`;

/** The state of an order that rules check, with its row locked until the transaction ends. */
export interface LockedOrder {
  readonly id: number;
  readonly uuid: string;
  readonly number: string;
  readonly producer_id: number;
  readonly status: OrderStatus;
  readonly closure_type: (typeof closureTypes)[number];
  readonly deadline_date: string;
  readonly delivery_date: string | null;
  readonly suspended: boolean;
  readonly approved: boolean;
  /** Milliseconds since 1970. */
  readonly publish_at_ms: number | null;
  readonly items_count: number;
  readonly version: number;
  /**
   * Whether plan limits are enforced for orders; read in the same statement to save a round trip.
   */
  readonly enforced: boolean;
  /** Suspended because of its owner's account, not by a decision about the order. */
  readonly suspended_with_owner: boolean;
  /**
   * The owner's account is active. Guaranteed until the transaction ends only if `holdOwner` was
   * called before.
   */
  readonly owner_active: boolean;
}

const locks: Readonly<Record<'share' | 'update', Statement<{ id: number }, LockedOrder>>> = {
  share: statement({
    name: 'order-lock-share',
    params: params<{ id: number }>(),
    columns,
    text: `
      WITH queue AS MATERIALIZED (SELECT ${orderQueueSql('share', ':id::bigint')} AS held)
      ${read} FOR SHARE OF o`,
  }),
  update: statement({
    name: 'order-lock-update',
    params: params<{ id: number }>(),
    columns,
    text: `
      WITH queue AS MATERIALIZED (SELECT ${orderQueueSql('update', ':id::bigint')} AS held)
      ${read} FOR NO KEY UPDATE OF o`,
  }),
};
const writeLock = statement({
  name: 'order-lock-supplier-write',
  params: params<{ id: number; supplier_id: number }>(),
  columns,
  text: `
    WITH writes AS MATERIALIZED (
      SELECT ${supplierWritesSql(':id::bigint', ':supplier_id::bigint')} AS held
    ), queue AS MATERIALIZED (
      SELECT ${orderQueueSql('share', ':id::bigint')} AS held FROM writes
    )
    ${read} FOR SHARE OF o`,
});

/**
 * Locks the order, which is the root of a negotiation: `share` for operations during which it must
 * not change (answering a question), `update` for decisions about it or its proposals. Served in
 * the sequence of the calls, whichever the strength. Must come before the lock of any proposal row.
 */
export const lockOrder = (
  db: Db,
  id: number,
  strength: 'share' | 'update',
): Promise<LockedOrder | undefined> => db.row(locks[strength], { id });

/**
 * Locks the order as `share` does, for what one supplier writes about it (a draft, a decline, a
 * question): one such transaction at a time, and those that wait for it hold nothing of the order.
 */
export const lockOrderToWrite = (
  db: Db,
  { orderId, supplierId }: { readonly orderId: number; readonly supplierId: number },
): Promise<LockedOrder | undefined> => db.row(writeLock, { id: orderId, supplier_id: supplierId });

const timestamps: Partial<
  Record<
    OrderTransition,
    'published_at' | 'closed_at' | 'awarded_at' | 'finished_at' | 'ended_at' | 'approved_at'
  >
> = {
  publish: 'published_at',
  release: 'published_at',
  close: 'closed_at',
  award: 'awarded_at',
  finalize: 'finished_at',
  cancel: 'ended_at',
  revoke: 'ended_at',
  expire: 'ended_at',
  approve: 'approved_at',
};

/**
 * Returns the flags that a transition changes besides its timestamp: a return ends an approval, and
 * a decision or the end of the order ends a suspension. The deadline alone does not, so that a
 * suspended order cannot be awarded.
 */
function flagsAfter(transition: OrderTransition, status: OrderStatus, now: Date): Flags {
  if (transition === 'suspend') return { suspended_at: now, owner_suspended_at: null };
  if (transition === 'suspend_with_owner') return { suspended_at: now, owner_suspended_at: now };
  if (transition === 'return') return { ...neverAborted, approved_at: null };
  const isOpen = status === 'publicada' || status === 'em_analise';
  return transition === 'resume' || transition === 'resume_with_owner' || !isOpen
    ? neverAborted
    : {};
}

interface Flags {
  readonly suspended_at?: Date | null;
  readonly owner_suspended_at?: Date | null;
  readonly approved_at?: null;
}
const neverAborted = { suspended_at: null, owner_suspended_at: null } as const;

/** Transitions with an audit row: all but changes of a draft. */
export type RecordedTransition = Exclude<OrderTransition, 'edit'>;

/**
 * Applies a transition of the state machine to a locked order: sets its timestamp, raises the
 * version and writes its audit row with `audited` among the new values. A `reason` of null clears
 * the stored one. Throws an internal error for a transition that the machine does not allow: callers
 * check it first and throw an error of their own.
 */
export async function applyTransition(
  uow: UnitOfWork,
  order: LockedOrder,
  transition: RecordedTransition,
  {
    reason,
    audited = {},
  }: { reason?: string | null; audited?: Readonly<Record<string, unknown>> } = {},
): Promise<OrderStatus> {
  const { db, now } = uow;
  const status = nextOrderStatus(order.status, transition);
  if (status === null)
    throw new Error(`order ${order.id} cannot ${transition} from ${order.status}`);
  const stamp = timestamps[transition];
  const flags = flagsAfter(transition, status, now);
  await db.q
    .updateTable('orders')
    .set({
      status,
      version: order.version + 1,
      updated_at: now,
      ...flags,
      ...(stamp === undefined ? {} : { [stamp]: now }),
      ...(reason === undefined ? {} : { reason }),
    })
    .where('id', '=', order.id)
    .execute();
  const changes = changesOf<JudgedState>(order, {
    suspended: isSet(flags.suspended_at),
    suspended_with_owner: isSet(flags.owner_suspended_at),
    approved: transition === 'approve' ? true : isSet(flags.approved_at),
  });
  uow.audit({
    action: 'status_changed',
    event: orderTransitionEvents[transition],
    resourceType: 'order',
    resourceId: order.id,
    oldValues: { status: order.status, ...beforeOf<JudgedState>(order, changes) },
    newValues: { status, ...changes, ...audited },
  });
  return status;
}

/** Raises the version of a locked order whose status stays: what belongs to it changed. */
export const raiseVersion = async (
  { db, now }: UnitOfWork,
  { id, version }: LockedOrder,
): Promise<void> => {
  await db.q
    .updateTable('orders')
    .set({ version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute();
};

type JudgedState = Pick<LockedOrder, 'suspended' | 'suspended_with_owner' | 'approved'>;

/**
 * Returns the flag that follows from a written timestamp; undefined when the timestamp does not
 * change.
 */
const isSet = (value: Date | null | undefined): boolean | undefined =>
  value === undefined ? undefined : value !== null;
