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
import { lockOrder, moveOrder, type LockedOrder } from '../orders/orders-feature.ts';
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

/** How a producer wants a proposal shown. */
export type View = 'full' | 'anonymous';

interface AcceptOptions {
  readonly view: View;
  readonly ifMatch: number | undefined;
  readonly reason: string | null;
}

/** Everything that decides about a proposal. Each takes the order's row first, then the proposal's, and judges under both. */
export function createDecisions({ db, command, zone }: Platform) {
  const today = (now: Date): string => localDate(now, zone);

  return {
    /** With `ifMatch` what is sent is what was read: a draft saved since is not. */
    submit: (
      caller: SupplierCaller,
      target: OwnedProposal,
      ifMatch: number | undefined,
    ): Promise<Proposal> =>
      command(
        caller,
        async (uow) => {
          // Sent together: answers and person are read once both rows are locked.
          const [{ order, proposal }, answers, reacher] = await Promise.all([
            lockBoth(uow, target, 'update'),
            getAnswers(uow.db, target),
            findReacher(uow.db, caller),
          ]);
          assertFresh(proposal, ifMatch);
          assertSubmittable({ order, proposal, answers, today: today(uow.now) });
          await assertMayReach(uow, 'submit', reacher ?? caller, zone);
          if (order.enforced) await assertMaySubmit(uow, { supplierId: caller.supplierId, zone });
          tell(uow, order, target, 'proposal.submitted', 'proposal.received');
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
          tell(uow, order, target, 'proposal.cancelled', 'proposal.cancelled');
          return seen(uow, target);
        },
        present,
      ),

    accept: async (
      caller: ProducerCaller,
      target: OwnedProposal,
      { view, ifMatch, reason }: AcceptOptions,
    ) => {
      // Looked through before anything is locked; under the locks only whether they are still the same.
      const texts =
        target.status === 'submitted'
          ? await readMaskedTexts(db, { orderId: target.order_id, chosenId: target.id })
          : nothingRead;
      const recorded = await maskOfProducer(blankToNull(reason));
      return command(
        caller,
        async (uow) => {
          // Sent together: neither waits for the other's answer.
          const [, { order, proposal }] = await Promise.all([
            holdBoth(uow.db, target),
            lockBoth(uow, target, 'update'),
          ]);
          assertFresh(proposal, ifMatch);
          assertAcceptable(order, proposal);
          await Promise.all([
            setStatus(uow, proposal, 'accepted').catch(refuseSecondWinner),
            moveOrder(uow, order, 'award', { told: { proposal_id: target.id } }),
          ]);
          tell(uow, order, target, 'proposal.accepted', 'proposal.accepted');
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
          tell(uow, order, target, 'proposal.rejected', 'proposal.rejected');
          return received(uow, caller, target, view);
        },
        presentReceived,
      ),
  };

  async function seen(uow: UnitOfWork, target: OwnedProposal): Promise<Seen> {
    return { proposal: await getProposalView(uow.db, target.id), today: today(uow.now) };
  }

  /** `letter` in the anonymous view alone. */
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

/** What the replies are made from. They look through texts, and do so after the commit. */
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

/** The order's row before the proposal's, always: two decisions about one order never wait for each other in a ring. */
async function lockBoth(
  { db }: UnitOfWork,
  target: OwnedProposal,
  strength: 'share' | 'update',
): Promise<Locked> {
  const [order, proposal] = await Promise.all([
    lockOrder(db, target.order_id, strength),
    lockProposal(db, target.id),
  ]); // carried out one after the other
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
  // Blocked while this request was under way: the session is as dead as the account.
  if (!order.owner_active) throw new RuleError('unauthenticated');
  if (order.suspended) throw new RuleError('accept_order_suspended');
  if (!proposal.supplier_active) throw new RuleError('proposal_unavailable');
}

/** The index stands behind the lock: one winner per order, for ever. */
function refuseSecondWinner(error: unknown): never {
  if (violatesUnique(error, 'proposals_one_accepted')) throw new RuleError('accept_order_awarded');
  throw error;
}

function tell(
  uow: UnitOfWork,
  order: LockedOrder,
  target: OwnedProposal,
  timeline: string,
  type: Extract<EventType, `proposal.${string}`>,
): void {
  uow.orderEvent({ orderId: order.id, event: timeline, data: { proposal_id: target.id } });
  uow.event({ type, data: { order_id: order.id, proposal_id: target.id } });
}
