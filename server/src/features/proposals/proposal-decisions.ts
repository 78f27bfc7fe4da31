import type { EventType } from '@lavra/domain/notification/event-types';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import { proposalCan } from '@lavra/domain/proposal/proposal-machine';
import {
  canCancelProposal,
  isValidItem,
  hasPrice,
  submitProblem,
} from '@lavra/domain/proposal/proposal-rules';
import { blankToNull } from '@lavra/domain/text/blank';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listedNames } from '../../platform/texts/order-texts.ts';
import { lockOrder, applyTransition, type LockedOrder } from '../orders/orders-feature.ts';
import { maskOfProducer } from '../identities/identities-feature.ts';
import { assertMayReach, findReacher } from '../outreach/outreach-feature.ts';
import { assertMaySubmit } from '../subscriptions/subscriptions-feature.ts';
import { assertTakesProposals } from './proposal-drafts.ts';
import { freezeDecision } from './decision/decision-record.ts';
import { nothingRead, readMaskedTexts } from './decision/decision-texts.ts';
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
  holdBoth,
  lockProposal,
  removeProposal,
  setStatus,
  type LockedProposal,
} from './proposal-store.ts';
import { getProposalView, type ReviewedView } from './proposal-view.ts';

/** Whether a producer requests the proposal with or without its supplier. */
export type View = 'full' | 'anonymous';

interface AcceptOptions {
  readonly view: View;
  readonly ifMatch: number | undefined;
  readonly reason: string | null;
}

/**
 * Creates the use cases that decide about a proposal. Each locks the order's row first, then the
 * proposal's, and checks the state under both locks.
 */
export function createDecisions({ db, command, zone }: Platform) {
  const today = (now: Date): string => localDate(now, zone);

  return {
    /**
     * Submits a draft. With `ifMatch` only the version that the client read is submitted, not a
     * draft saved since.
     */
    submit: (
      caller: SupplierCaller,
      target: OwnedProposal,
      ifMatch: number | undefined,
    ): Promise<Proposal> =>
      command(
        caller,
        async (uow) => {
          // Pipelined: items and person are read after both rows are locked.
          const [{ order, proposal }, answers, reacher] = await Promise.all([
            lockBoth(uow, target, 'update'),
            getAnswers(uow.db, target),
            findReacher(uow.db, caller),
          ]);
          assertFresh(proposal, ifMatch);
          assertSubmittable({ order, proposal, answers, today: today(uow.now) });
          await assertMayReach(uow, 'submit', reacher ?? caller, zone);
          if (order.enforced) await assertMaySubmit(uow, { supplierId: caller.supplierId, zone });
          recordEvents(uow, order, target, 'proposal.submitted', 'proposal.received');
          const [, shown] = await Promise.all([
            setStatus(uow, proposal, 'submitted'),
            seen(uow, target),
          ]);
          return shown;
        },
        present,
      ),

    removeDraft: (caller: SupplierCaller, target: OwnedProposal): Promise<void> =>
      command(caller, async (uow) => {
        const { proposal } = await lockBoth(uow, target, 'share');
        if (!proposalCan.edit(proposal.status)) throw new RuleError('proposal_not_deletable');
        await removeProposal(uow.db, target.id);
      }),

    cancel: (
      caller: SupplierCaller,
      target: OwnedProposal,
      reason: string | null,
    ): Promise<Proposal> =>
      command(
        caller,
        async (uow) => {
          const { order, proposal } = await lockBoth(uow, target, 'update');
          if (!canCancelProposal(proposal.status, order.status))
            throw new RuleError('proposal_not_cancellable');
          await setStatus(uow, proposal, 'cancelled', { reason: blankToNull(reason) });
          recordEvents(uow, order, target, 'proposal.cancelled', 'proposal.cancelled');
          return seen(uow, target);
        },
        present,
      ),

    accept: async (
      caller: ProducerCaller,
      target: OwnedProposal,
      { view, ifMatch, reason }: AcceptOptions,
    ) => {
      // Texts are masked before the locks; under the locks it is only checked whether they have
      // changed.
      const texts =
        target.status === 'submitted'
          ? await readMaskedTexts(db, { orderId: target.order_id, chosenId: target.id })
          : nothingRead;
      const recorded = await maskOfProducer(blankToNull(reason));
      return command(
        caller,
        async (uow) => {
          // Pipelined: neither statement waits for the other's result.
          const [, { order, proposal }] = await Promise.all([
            holdBoth(uow.db, target),
            lockBoth(uow, target, 'update'),
          ]);
          assertFresh(proposal, ifMatch);
          assertAcceptable(order, proposal);
          await Promise.all([
            setStatus(uow, proposal, 'accepted').catch(refuseSecondWinner),
            applyTransition(uow, order, 'award', { audited: { proposal_id: target.id } }),
          ]);
          recordEvents(uow, order, target, 'proposal.accepted', 'proposal.accepted');
          uow.event({
            type: 'order.awarded_to_other',
            data: { order_id: order.id, proposal_id: target.id },
          });
          const [, shown] = await Promise.all([
            freezeDecision(uow.db, {
              orderId: order.id,
              chosenId: target.id,
              reason: recorded,
              texts,
              now: uow.now,
            }),
            received(uow, caller, target, view),
          ]);
          return shown;
        },
        presentReceived,
      );
    },

    reject: (
      caller: ProducerCaller,
      target: OwnedProposal,
      { view, reason }: { view: View; reason: string | null },
    ) =>
      command(
        caller,
        async (uow) => {
          const { order, proposal } = await lockBoth(uow, target, 'update');
          if (!proposalCan.reject(proposal.status)) throw new RuleError('proposal_not_rejectable');
          await setStatus(uow, proposal, 'rejected', { reason: blankToNull(reason) });
          recordEvents(uow, order, target, 'proposal.rejected', 'proposal.rejected');
          return received(uow, caller, target, view);
        },
        presentReceived,
      ),
  };

  async function seen(uow: UnitOfWork, target: OwnedProposal): Promise<Seen> {
    return { proposal: await getProposalView(uow.db, target.id), today: today(uow.now) };
  }

  /** `letter` is set in the anonymous view only. */
  async function received(
    uow: UnitOfWork,
    caller: ProducerCaller,
    target: OwnedProposal,
    view: View,
  ): Promise<Received> {
    const proposal = await seen(uow, target);
    if (view === 'full') return { ...proposal, letter: null };
    const letters = await lettersFor(uow.db, {
      sessionId: caller.sessionId,
      orderId: target.order_id,
    });
    return { ...proposal, letter: letters.get(target.id) ?? 0 };
  }
}

/**
 * Data for the replies. Building a reply searches texts, and therefore happens after the commit.
 */
interface Seen {
  readonly proposal: ReviewedView;
  readonly today: string;
}
interface Received extends Seen {
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
  strength: 'share' | 'update',
): Promise<Locked> {
  const [order, proposal] = await Promise.all([
    lockOrder(db, target.order_id, strength),
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
  const { answers, orderItemIds, declined, goneSimilars } = found;
  const problem = submitProblem({
    status: proposal.status,
    items: answers,
    closureType: order.closure_type,
    orderItemIds,
  });
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
  if (problem === 'closed_order_unpriced') {
    const priced = new Set(
      answers.filter((item) => hasPrice(item)).map((item) => item.orderItemId),
    );
    throw new RuleError('proposal_unpriced_items', {
      count: orderItemIds.filter((id) => !priced.has(id)).length,
    });
  }
  if (goneSimilars.length > 0)
    throw new RuleError('proposal_inactive_products', { products: listedNames(goneSimilars) });
}

function assertAcceptable(order: LockedOrder, proposal: LockedProposal): void {
  if (order.status === 'adjudicada' || order.status === 'finalizada')
    throw new RuleError('accept_order_awarded');
  if (!proposalCan.accept(proposal.status)) throw new RuleError('accept_not_submitted');
  if (!orderCan.award(order.status)) throw new RuleError('accept_order_closed');
  // The owner was blocked during this request, so the session is not valid any more either.
  if (!order.owner_active) throw new RuleError('unauthenticated');
  if (order.suspended) throw new RuleError('accept_order_suspended');
  if (!proposal.supplier_active) throw new RuleError('proposal_unavailable');
}

/** The unique index enforces the same as the lock: at most one accepted proposal per order. */
function refuseSecondWinner(error: unknown): never {
  if (violatesUnique(error, 'proposals_one_accepted')) throw new RuleError('accept_order_awarded');
  throw error;
}

function recordEvents(
  uow: UnitOfWork,
  order: LockedOrder,
  target: OwnedProposal,
  timeline: string,
  type: Extract<EventType, `proposal.${string}`>,
): void {
  uow.orderEvent({ orderId: order.id, event: timeline, data: { proposal_id: target.id } });
  uow.event({ type, data: { order_id: order.id, proposal_id: target.id } });
}
