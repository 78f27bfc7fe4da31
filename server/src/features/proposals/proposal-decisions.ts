import type { Message } from '@lavra/contract/accounts/schemas';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import {
  MAX_LIVE_PROPOSALS,
  MAX_SENT_A_DAY,
  MAX_SENT_PROPOSALS,
  sendProblem,
} from '@lavra/domain/proposal/proposal-limits';
import { proposalCan } from '@lavra/domain/proposal/proposal-machine';
import {
  canCancelProposal,
  isValidItem,
  submitProblem,
  unpricedItems,
} from '@lavra/domain/proposal/proposal-rules';
import { blankToNull } from '@lavra/domain/text/blank';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listedNames } from '../../platform/texts/order-texts.ts';
import { lockOrder, lockOrderToWrite, type LockedOrder } from '../orders/orders-feature.ts';
import { assertOutreachAllowed, findOutreachUser } from '../outreach/outreach-feature.ts';
import { assertMaySubmit } from '../subscriptions/subscriptions-feature.ts';
import { assertTakesProposals } from './proposal-drafts.ts';
import { lettersFor } from './proposal-letters.ts';
import type { OwnedProposal } from './proposal-policy.ts';
import {
  presentAnonymousProposal,
  presentProposal,
  presentReceivedProposal,
} from './proposal-presenter.ts';
import {
  getAnswers,
  type Answers,
  lockProposal,
  removeProposal,
  type LockedProposal,
} from './proposal-store.ts';
import { applyProposalTransition } from './proposal-transition.ts';
import { getProposalView, type ReviewedView } from './proposal-view.ts';

/** Whether a producer requests the proposal with or without its supplier. */
export type View = 'full' | 'anonymous';

// Decisions about a proposal; what is bought from it is decided by awards. Each locks the order's row
// first, then the proposal's, and checks the state under both locks.

/**
 * Submits a draft. With `ifMatch` only the version that the client read is submitted, not a draft
 * saved since.
 */
export const submitProposal = (
  { command, zone }: Platform,
  request: Request<SupplierCaller>,
  target: OwnedProposal,
  ifMatch: number | undefined,
): Promise<Proposal> =>
  command(
    request,
    async (uow) => {
      const today = localDate(uow.now, zone);
      // Pipelined: items and person are read after both rows are locked.
      const [{ order, proposal }, answers, reacher] = await Promise.all([
        lockBoth(uow, target, 'update'),
        getAnswers(uow.db, target, { day: today, zone }),
        findOutreachUser(uow.db, request.caller),
      ]);
      assertFresh(proposal, ifMatch);
      assertSubmittable({ order, proposal, answers, today });
      if (uow.limits && answers.sentToday >= MAX_SENT_A_DAY)
        throw new RuleError('order_submissions_limit', { count: MAX_SENT_A_DAY });
      await assertOutreachAllowed(uow, 'submit', reacher ?? request.caller, zone);
      if (order.enforced)
        await assertMaySubmit(uow, { supplierId: request.caller.supplierId, zone });
      const [, shown] = await Promise.all([
        applyProposalTransition(uow, { order, proposal }, 'submit'),
        seen(uow, target, zone),
      ]);
      return shown;
    },
    present,
  );

/** Deletes a draft. Throws `proposal_not_deletable` where it is none. */
export async function deleteProposal(
  { command }: Platform,
  request: Request<SupplierCaller>,
  target: OwnedProposal,
): Promise<Message> {
  await command(request, async (uow) => {
    const { proposal } = await lockBoth(uow, target, 'write');
    if (!proposalCan.edit(proposal.status)) throw new RuleError('proposal_not_deletable');
    await removeProposal(uow.db, target.id);
  });
  return { message: 'Rascunho excluído.' };
}

/** Withdraws a submitted proposal while its order's status allows it. */
export const cancelProposal = (
  { command, zone }: Platform,
  request: Request<SupplierCaller>,
  target: OwnedProposal,
  reason: string | null,
): Promise<Proposal> =>
  command(
    request,
    async (uow) => {
      const locked = await lockBoth(uow, target, 'update');
      if (!canCancelProposal(locked.proposal.status, locked.order.status))
        throw new RuleError('proposal_not_cancellable');
      await applyProposalTransition(uow, locked, 'cancel', { reason: blankToNull(reason) });
      return seen(uow, target, zone);
    },
    present,
  );

/** Deletes a draft or cancels a submitted proposal. */
export async function removeSupplierProposal(
  platform: Platform,
  request: Request<SupplierCaller>,
  target: OwnedProposal,
): Promise<Message> {
  if (target.status === 'draft') return deleteProposal(platform, request, target);
  await cancelProposal(platform, request, target, null);
  return { message: 'Proposta cancelada.' };
}

/** Rejects a submitted proposal; returns it with or without its supplier. */
export const rejectProposal = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  target: OwnedProposal,
  { view, reason }: { view: View; reason: string | null },
): Promise<Proposal | AnonymousProposal> =>
  command(
    request,
    async (uow) => {
      const locked = await lockBoth(uow, target, 'update');
      await applyProposalTransition(uow, locked, 'reject', { reason: blankToNull(reason) });
      const shown = await seen(uow, target, zone);
      if (view === 'full') return { ...shown, letter: null };
      return { ...shown, letter: letterIn(await lettersOf(uow, request.caller, target), target) };
    },
    presentReceived,
  );

const seen = async (
  { db, now }: UnitOfWork,
  { id }: OwnedProposal,
  zone: string,
): Promise<Seen> => ({ proposal: await getProposalView(db, id), today: localDate(now, zone) });

const lettersOf = (
  { db }: UnitOfWork,
  { sessionId }: ProducerCaller,
  { order_id }: OwnedProposal,
): Promise<ReadonlyMap<number, number>> => lettersFor(db, { sessionId, orderId: order_id });

const letterIn = (letters: ReadonlyMap<number, number>, { id }: OwnedProposal): number =>
  letters.get(id) ?? 0;

/**
 * Data for the replies. Building a reply searches texts, and therefore happens after the commit.
 */
interface Seen {
  readonly proposal: ReviewedView;
  readonly today: string;
}
interface Received extends Seen {
  /** Null where the proposal is shown with its supplier. */
  readonly letter: number | null;
}

const present = ({ proposal, today }: Seen): Promise<Proposal> => presentProposal(proposal, today);
const presentReceived = async ({
  proposal,
  today,
  letter,
}: Received): Promise<Proposal | AnonymousProposal> =>
  letter === null
    ? presentReceivedProposal(proposal, today)
    : presentAnonymousProposal(proposal, letter, today);

interface Locked {
  readonly order: LockedOrder;
  readonly proposal: LockedProposal;
}

/**
 * Locks the order's row always before the proposal's, so that two decisions about one order cannot
 * deadlock.
 */
async function lockBoth(
  { db }: UnitOfWork,
  target: OwnedProposal,
  purpose: 'write' | 'update',
): Promise<Locked> {
  const { order_id: orderId, supplier_id: supplierId } = target;
  const [order, proposal] = await Promise.all([
    purpose === 'update'
      ? lockOrder(db, orderId, 'update')
      : lockOrderToWrite(db, { orderId, supplierId }),
    lockProposal(db, target.id),
  ]); // executed one after the other
  if (order === undefined || proposal === undefined) throw new RuleError('proposal_not_found');
  return { order, proposal };
}

function assertFresh({ version }: LockedProposal, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version) throw new RuleError('stale_version');
}

function assertSubmittable({
  order,
  proposal,
  answers: found,
  today,
}: Locked & { answers: Answers; today: string }): void {
  const { answers, orderItemIds, declined, goneSimilars, unwantedSimilars, before } = found;
  const offer = { items: answers, closureType: order.closure_type, orderItemIds };
  const problem = submitProblem({ status: proposal.status, ...offer });
  if (problem === 'not_draft') throw new RuleError('proposal_not_draft');
  assertTakesProposals({
    order_status: order.status,
    order_suspended: order.suspended,
    order_deadline_date: order.deadline_date,
    today,
    declined,
  });
  if (problem === 'no_items') throw new RuleError('proposal_without_items');
  if (problem === 'invalid_item')
    throw new RuleError('proposal_invalid_items', {
      count: answers.filter((item) => !isValidItem(item)).length,
    });
  if (problem === 'closed_order_unpriced')
    throw new RuleError('proposal_unpriced_items', { count: unpricedItems(offer).length });
  const full = sendProblem(before);
  if (full === 'too_many_live')
    throw new RuleError('proposals_live_limit', { count: MAX_LIVE_PROPOSALS });
  if (full === 'too_many_sent')
    throw new RuleError('proposals_sent_limit', { count: MAX_SENT_PROPOSALS });
  if (unwantedSimilars.length > 0)
    throw new RuleError('proposal_unwanted_similars', { products: listedNames(unwantedSimilars) });
  if (goneSimilars.length > 0)
    throw new RuleError('proposal_inactive_products', { products: listedNames(goneSimilars) });
}
