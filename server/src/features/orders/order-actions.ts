import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import {
  deadlineOutcome,
  pendingOutcome,
  publishTarget,
  type PublishProblem,
} from '@lavra/domain/order/order-rules';
import type { EventData, EventType } from '@lavra/domain/notification/event-types';
import { isBlank } from '@lavra/domain/text/blank';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { ErrorCode } from '../../platform/texts/error-texts.ts';
import type { TimelineEvent } from './timeline-texts.ts';
import { assertOutreachAllowed } from '../outreach/outreach-feature.ts';
import { getSetting } from '../settings/settings-feature.ts';
import { assertMayPublish } from '../subscriptions/subscriptions-feature.ts';
import { refreshOrderTypes } from './derived-columns.ts';
import {
  lockOrder,
  applyTransition,
  type LockedOrder,
  type RecordedTransition,
} from './order-lock.ts';
import { assertPublishable } from './order-publishable.ts';
import { holdOwner } from './owner-hold.ts';

interface ActionContext {
  readonly uow: UnitOfWork;
  readonly order: LockedOrder;
  readonly zone: string;
}

/** Events whose data is the order's id and nothing else. */
type OrderEventType = {
  [T in EventType]: EventData<T> extends { order_id: number }
    ? { order_id: number } extends EventData<T>
      ? T
      : never
    : never;
}[EventType];

interface OrderActionSpec {
  readonly transition: RecordedTransition;
  /** Error when the status does not allow the transition. */
  readonly refusal: ErrorCode;
  readonly timeline: TimelineEvent;
  /** Type of the outbox event that notifies others. */
  readonly event?: OrderEventType;
  /**
   * `required`: a reason must be given and is stored; `cleared`: the stored reason is removed,
   * because it no longer applies.
   */
  readonly reason?: 'required' | 'cleared';
  /**
   * Copies the reason to the audit log as well: for an administrator's reason, which a later
   * transition may clear. A producer's own reason remains on the order.
   */
  readonly auditsReason?: true;
  /**
   * Checks what the transition requires beyond the status: returns an error code or null, or throws
   * an error with details.
   */
  readonly condition?: (context: ActionContext) => ErrorCode | null | Promise<ErrorCode | null>;
}

const actions = {
  publish: {
    transition: 'publish',
    refusal: 'order_not_publishable',
    timeline: 'order.published',
    event: 'order.published',
    reason: 'cleared',
  },
  send_for_approval: {
    transition: 'hold',
    refusal: 'order_not_publishable',
    timeline: 'order.sent_for_approval',
    event: 'order.pending_approval',
    reason: 'cleared',
  },
  schedule: {
    transition: 'hold',
    refusal: 'order_not_publishable',
    timeline: 'order.scheduled',
    reason: 'cleared',
  },
  approve: {
    transition: 'approve',
    refusal: 'order_not_approvable',
    timeline: 'order.approved',
    event: 'order.approved',
    condition: ({ order }) => (order.approved ? 'order_not_approvable' : null),
  },
  release: {
    transition: 'release',
    refusal: 'order_not_releasable',
    timeline: 'order.published',
    event: 'order.published',
    condition: async (context) => {
      if ((await outcomeOf(context)) !== 'release') return 'order_not_releasable';
      await assertPublishable(context.uow.db, context.order);
      return null;
    },
  },
  return: {
    transition: 'return',
    refusal: 'order_not_returnable',
    timeline: 'order.returned',
    event: 'order.returned',
    reason: 'required',
    auditsReason: true,
  },
  close: {
    transition: 'close',
    refusal: 'order_not_closable',
    timeline: 'order.closed',
    event: 'order.closed',
    condition: async ({ uow, order }) =>
      (await countSubmitted(uow.db, order.id)) > 0 ? null : 'order_close_without_proposals',
  },
  expire: {
    transition: 'expire',
    refusal: 'order_not_expirable',
    timeline: 'order.expired',
    event: 'order.expired',
    condition: async (context) =>
      isDeadlinePassed(context) && (await countSubmitted(context.uow.db, context.order.id)) === 0
        ? null
        : 'order_not_expirable',
  },
  finalize: {
    transition: 'finalize',
    refusal: 'order_not_finalizable',
    timeline: 'order.finalized',
  },
  cancel: {
    transition: 'cancel',
    refusal: 'order_not_cancellable',
    timeline: 'order.cancelled',
    event: 'order.cancelled',
    reason: 'required',
  },
  revoke: {
    transition: 'revoke',
    refusal: 'order_not_revocable',
    timeline: 'order.revoked',
    event: 'order.revoked',
    reason: 'required',
    auditsReason: true,
  },
  suspend: {
    transition: 'suspend',
    refusal: 'order_not_suspendable',
    timeline: 'order.suspended',
    event: 'order.suspended',
    reason: 'required',
    auditsReason: true,
    // An order suspended with its owner can also be suspended on purpose: it then stays suspended
    // after the owner is active again.
    condition: ({ order }) =>
      order.suspended && !order.suspended_with_owner ? 'order_not_suspendable' : null,
  },
  resume: {
    transition: 'resume',
    refusal: 'order_not_resumable',
    timeline: 'order.resumed',
    reason: 'cleared',
    condition: ({ order }) =>
      !order.suspended ? 'order_not_resumable' : order.owner_active ? null : 'order_owner_inactive',
  },
  suspend_with_owner: {
    transition: 'suspend_with_owner',
    refusal: 'order_not_suspendable',
    timeline: 'order.suspended',
    event: 'order.suspended',
    reason: 'required',
    condition: ({ order }) => (order.suspended ? 'order_not_suspendable' : null),
  },
  resume_with_owner: {
    transition: 'resume_with_owner',
    refusal: 'order_not_resumable',
    timeline: 'order.resumed',
    reason: 'cleared',
    condition: ({ order }) => (order.suspended_with_owner ? null : 'order_not_resumable'),
  },
} as const satisfies Readonly<Record<string, OrderActionSpec>>;

export type OrderAction = keyof typeof actions;
export const orderActionNames = Object.keys(actions) as OrderAction[]; // the table's own keys

export interface ActionOptions {
  readonly zone: string;
  readonly reason?: string;
  /** The version that the client last read. */
  readonly ifMatch?: number | undefined;
}

/**
 * Applies one transition of the table to an order, checks it under the order's lock and records it.
 * Throws the transition's error, `order_not_found`, `order_reason_required` or `stale_version`.
 */
export async function applyAction(
  uow: UnitOfWork,
  orderId: number,
  action: OrderAction,
  options: ActionOptions,
): Promise<void> {
  await applyLocked(uow, await lockForAction(uow.db, orderId, options.ifMatch), action, options);
}

async function applyLocked(
  uow: UnitOfWork,
  order: LockedOrder,
  name: OrderAction,
  { zone, reason }: ActionOptions,
): Promise<void> {
  const action: OrderActionSpec = actions[name];
  if (!orderCan[action.transition](order.status)) throw new RuleError(action.refusal);
  const problem = await action.condition?.({ uow, order, zone });
  if (problem) throw new RuleError(problem);
  const given = reasonOf(action, reason);
  await applyTransition(uow, order, action.transition, {
    ...given,
    ...(action.auditsReason === true ? { audited: given } : {}),
  });
  uow.orderEvent({ orderId: order.id, event: action.timeline });
  if (action.event !== undefined) uow.event({ type: action.event, data: { order_id: order.id } });
}

function reasonOf(action: OrderActionSpec, reason: string | undefined): { reason?: string | null } {
  if (action.reason === 'cleared') return { reason: null };
  if (action.reason === undefined) return {};
  if (reason === undefined || isBlank(reason)) throw new RuleError('order_reason_required');
  return { reason: reason.trim() };
}

/**
 * Locks the order for a decision about it. Throws when it does not exist or does not have the
 * version that the client read.
 */
export async function lockForAction(
  db: Db,
  orderId: number,
  ifMatch?: number,
): Promise<LockedOrder> {
  const order = await lockOrder(db, orderId, 'update');
  if (order === undefined) throw new RuleError('order_not_found');
  if (ifMatch !== undefined && ifMatch !== order.version) throw new RuleError('stale_version');
  return order;
}

const publishProblems: Readonly<Record<PublishProblem, ErrorCode>> = {
  no_items: 'order_without_items',
  too_many_items: 'order_not_publishable',
  deadline_missing: 'order_deadline_passed',
  deadline_passed: 'order_deadline_passed',
  publish_at_after_deadline: 'order_publish_after_deadline',
  delivery_before_deadline: 'order_delivery_before_deadline',
};

/** Publishes a draft immediately, or sets it to wait for an approval or its scheduled time. */
export async function publishDraft(
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> {
  await holdOwner(uow.db, orderId);
  const order = await lockForAction(uow.db, orderId, options.ifMatch);
  if (!orderCan.publish(order.status)) throw new RuleError('order_not_publishable');
  await assertOutreachAllowed(uow, 'publish', { producerId: order.producer_id }, options.zone);
  if (order.enforced)
    await assertMayPublish(uow, {
      producerId: order.producer_id,
      itemsCount: order.items_count,
      zone: options.zone,
    });
  // A product that was recategorised while the draft was being saved can leave the order's product
  // types outdated.
  await refreshOrderTypes(uow.db, [orderId]);
  const requireApproval = await getSetting(uow.db, 'orders.require_approval');
  const target = publishTarget({
    itemCount: order.items_count,
    deadlineDate: order.deadline_date,
    deliveryDate: order.delivery_date,
    publishAt: publishAtOf(order),
    now: uow.now,
    zone: options.zone,
    requireApproval,
  });
  if (!target.ok) throw new RuleError(publishProblems[target.code]);
  await assertPublishable(uow.db, order);
  const action =
    target.status === 'publicada' ? 'publish' : requireApproval ? 'send_for_approval' : 'schedule';
  await applyLocked(uow, order, action, options);
}

/** Approves a pending order and, when its scheduled time has come, publishes it immediately. */
export async function approveOrder(
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> {
  await holdOwner(uow.db, orderId);
  await applyAction(uow, orderId, 'approve', options);
  const order = await lockForAction(uow.db, orderId);
  if ((await outcomeOf({ uow, order, zone: options.zone })) === 'release')
    await applyLocked(uow, order, 'release', options);
}

/**
 * Closes a published order after its deadline: `em_analise` when it has proposals, `expirada` when
 * it has none.
 */
export async function closeByDeadline(
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> {
  const order = await lockForAction(uow.db, orderId);
  if (!orderCan.close(order.status) || !isDeadlinePassed({ uow, order, zone: options.zone }))
    throw new RuleError('order_not_closable');
  await applyLocked(
    uow,
    order,
    deadlineOutcome({ submittedCount: await countSubmitted(uow.db, orderId) }),
    options,
  );
}

export const returnOrder = (
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> => applyAction(uow, orderId, 'return', options);

/**
 * Returns a function that applies a transition which requires an active owner, and locks the
 * owner's account until the commit.
 */
const ownedAction =
  (action: OrderAction) =>
  async (uow: UnitOfWork, orderId: number, options: ActionOptions): Promise<void> => {
    await holdOwner(uow.db, orderId);
    await applyAction(uow, orderId, action, options);
  };

/** Publishes a pending order that is approved and whose scheduled time has come. */
export const releaseOrder = ownedAction('release');
export const resumeOrder = ownedAction('resume');
export const expireOrder = (
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> => applyAction(uow, orderId, 'expire', options);
export const suspendOrder = (
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> => applyAction(uow, orderId, 'suspend', options);
export const revokeOrder = (
  uow: UnitOfWork,
  orderId: number,
  options: ActionOptions,
): Promise<void> => applyAction(uow, orderId, 'revoke', options);

const publishAtOf = (order: LockedOrder): Date | null =>
  order.publish_at_ms === null ? null : new Date(order.publish_at_ms);
const isDeadlinePassed = ({ uow, order, zone }: ActionContext): boolean =>
  order.deadline_date < localDate(uow.now, zone);

async function outcomeOf({
  uow,
  order,
  zone,
}: ActionContext): Promise<'expire' | 'release' | 'wait'> {
  return pendingOutcome({
    approvalRequired: await getSetting(uow.db, 'orders.require_approval'),
    approved: order.approved,
    publishAt: publishAtOf(order),
    deadlineDate: order.deadline_date,
    now: uow.now,
    zone,
  });
}

async function countSubmitted({ q }: Db, orderId: number): Promise<number> {
  const { submitted } = await q
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<number>().as('submitted'))
    .where('order_id', '=', orderId)
    .where('status', '=', 'submitted')
    .executeTakeFirstOrThrow();
  return submitted;
}
