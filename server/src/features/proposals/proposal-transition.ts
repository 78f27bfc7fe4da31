import { proposalTransitionEvents } from '@lavra/domain/audit/audit-events';
import {
  nextProposalStatus,
  type ProposalTransition,
} from '@lavra/domain/proposal/proposal-machine';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { LockedOrder } from '../orders/orders-feature.ts';
import type { LockedProposal } from './proposal-store.ts';

// A submitted, rejected, withdrawn or accepted status is written here alone, and only as the
// domain's table of transitions allows it.

/** Transitions of a single proposal; `accept` is one of all that are bought from together. */
type SingleTransition = Exclude<ProposalTransition, 'edit' | 'accept'>;

/** How a transition is refused where the table does not allow it, and what it sets off. */
const effects = {
  submit: { refusal: 'proposal_not_draft', event: 'proposal.received' },
  reject: { refusal: 'proposal_not_rejectable', event: 'proposal.rejected' },
  cancel: { refusal: 'proposal_not_cancellable', event: 'proposal.cancelled' },
} as const satisfies Readonly<Record<SingleTransition, object>>;

const statusChange = statement({
  name: 'proposal-status-change',
  params: params<{ id: number; status: string; reason: string | null; now: Date }>(),
  columns: {},
  text: `
    UPDATE proposals AS p SET status = :status::text, version = p.version + 1, updated_at = :now::timestamptz,
      submitted_at = CASE :status WHEN 'submitted' THEN :now ELSE p.submitted_at END,
      rejected_at = CASE :status WHEN 'rejected' THEN :now ELSE p.rejected_at END,
      cancelled_at = CASE :status WHEN 'cancelled' THEN :now ELSE p.cancelled_at END,
      rejection_reason = CASE :status WHEN 'rejected' THEN :reason ELSE p.rejection_reason END,
      cancellation_reason = CASE :status WHEN 'cancelled' THEN :reason ELSE p.cancellation_reason END
    WHERE p.id = :id`,
});

/**
 * Applies a transition to a locked proposal of a locked order: sets its timestamp and, if it has one,
 * its reason, raises the version, and writes the audit row (without the reason), the timeline and the
 * event. Throws the transition's refusal where the table does not allow it. The statement is sent
 * immediately, so that a read pipelined after it sees the change.
 */
export async function applyProposalTransition(
  uow: UnitOfWork,
  { order, proposal }: { readonly order: LockedOrder; readonly proposal: LockedProposal },
  transition: SingleTransition,
  { reason = null }: { readonly reason?: string | null } = {},
): Promise<void> {
  const { refusal, event } = effects[transition];
  const status = nextProposalStatus(proposal.status, transition);
  if (status === null) throw new RuleError(refusal);
  auditTransition(uow, proposal, transition, status);
  uow.orderEvent({
    orderId: order.id,
    event: proposalTransitionEvents[transition],
    data: { proposal_id: proposal.id },
  });
  uow.event({ type: event, data: { order_id: order.id, proposal_id: proposal.id } });
  await uow.db.rows(statusChange, { id: proposal.id, status, reason, now: uow.now });
}

const acceptAll = statement({
  name: 'proposals-accept',
  params: params<{ ids: number[]; whole_id: number | null; now: Date }>(),
  columns: {},
  text: `
    UPDATE proposals AS p SET status = 'accepted', accepted_at = coalesce(p.accepted_at, :now::timestamptz),
      awarded_whole = p.awarded_whole OR coalesce(p.id = :whole_id::bigint, false),
      version = p.version + 1, updated_at = :now
    WHERE p.id = ANY (:ids::bigint[])`,
});

/**
 * Accepts locked proposals, which then need a purchase each, and writes their audit rows; those
 * that were accepted before only get a new version. `wholeId` is the one that its order accepts
 * as a whole: a second one violates `proposals_awarded_whole`. Timeline and events are those of the
 * purchases. Throws an internal error for a proposal that the table does not let accept: callers
 * check it first and throw an error of their own.
 */
export async function acceptProposals(
  uow: UnitOfWork,
  proposals: readonly Pick<LockedProposal, 'id' | 'status'>[],
  wholeId: number | null,
): Promise<void> {
  for (const proposal of proposals) {
    if (proposal.status === 'accepted') continue;
    const status = nextProposalStatus(proposal.status, 'accept');
    if (status === null)
      throw new Error(`proposal ${proposal.id} cannot be accepted from ${proposal.status}`);
    auditTransition(uow, proposal, 'accept', status);
  }
  const ids = proposals.map(({ id }) => id);
  await uow.db.rows(acceptAll, { ids, whole_id: wholeId, now: uow.now });
}

function auditTransition(
  uow: UnitOfWork,
  { id, status: before }: Pick<LockedProposal, 'id' | 'status'>,
  transition: SingleTransition | 'accept',
  status: ProposalStatus,
): void {
  uow.audit({
    action: 'status_changed',
    event: proposalTransitionEvents[transition],
    resourceType: 'proposal',
    resourceId: id,
    oldValues: { status: before },
    newValues: { status },
  });
}
