import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import type { AwardBody, AwardReply } from '@lavra/contract/purchases/schemas';
import { planPurchase } from '@lavra/domain/award/award-plan';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import { proposalCan } from '@lavra/domain/proposal/proposal-machine';
import { blankToNull } from '@lavra/domain/text/blank';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { isWriterErased, violatesUnique } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { maskOfProducer } from '../identities/identities-feature.ts';
import {
  applyTransition,
  getProducerOrder,
  lockOrder,
  raiseVersion,
  type LockedOrder,
} from '../orders/orders-feature.ts';
import {
  acceptProposals,
  freezeRound,
  getProposalView,
  lettersFor,
  noteDecision,
  presentAnonymousProposal,
  presentReceivedProposal,
  type OwnedProposal,
  type View,
} from '../proposals/proposals-feature.ts';
import {
  holdParties,
  lockChosen,
  readOffers,
  type AwardScope,
  type ChosenProposal,
  type Offers,
} from './award-offers.ts';
import { assertAwardable, assertExpected, awardProposal, planAward } from './award-rules.ts';
import { presentProducerPurchase } from './purchase-presenter.ts';
import { insertPurchases, type NewPurchase } from './purchase-store.ts';
import { listPurchasesOfRound, type PurchaseRow } from './purchase-view.ts';

interface AcceptOptions {
  readonly view: View;
  readonly ifMatch: number | undefined;
  readonly reason: string | null;
}

/**
 * Buys everything that a proposal offers, as endpoint 7 of the interface: refusals about the states
 * of order and proposal are 500.
 */
export async function acceptProposal(
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  target: OwnedProposal & { readonly uuid: string },
  { view, ifMatch, reason }: AcceptOptions,
): Promise<Proposal | AnonymousProposal> {
  const scope = { orderId: target.order_id, proposals: [target.uuid] };
  const recorded = await maskOfProducer(blankToNull(reason));
  return command(
    request,
    async (uow) => {
      const { order, chosen, offers } = await lockAll(uow.db, scope);
      const [proposal] = chosen;
      if (proposal === undefined) throw new RuleError('proposal_not_found');
      if (ifMatch !== undefined && ifMatch !== proposal.version)
        throw new RuleError('stale_version');
      assertAcceptable(order, proposal);
      const [letters] = await Promise.all([
        lettersFor(uow.db, { sessionId: request.caller.sessionId, orderId: order.id }),
        buy(uow, { order, chosen, wholeId: proposal.id, round: offers.round + 1 }, [
          wholeOf(proposal, offers),
        ]),
      ]);
      const [, shown] = await Promise.all([
        record(uow, { caller: request.caller, order, round: 1, reason: recorded }),
        getProposalView(uow.db, target.id),
      ]);
      return {
        proposal: shown,
        today: localDate(uow.now, zone),
        letter: view === 'full' ? null : (letters.get(target.id) ?? 0),
      };
    },
    async ({ proposal, today, letter }) =>
      letter === null
        ? presentReceivedProposal(proposal, today)
        : presentAnonymousProposal(proposal, letter, today),
  );
}

/** Buys items of one or more proposals; the first time, this awards the order. */
export async function awardOrder(
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  orderId: number,
  { body, ifMatch }: { body: AwardBody; ifMatch: number | undefined },
): Promise<AwardReply> {
  const wanted = body.items.map(({ order_item_id, proposal }) => ({
    order_item_id,
    proposal: proposal.toLowerCase(),
  }));
  const scope = { orderId, proposals: [...new Set(wanted.map(({ proposal }) => proposal))] };
  const reason = await maskOfProducer(blankToNull(body.reason ?? null));
  return command(
    request,
    async (uow) => {
      const { order, chosen, offers } = await lockAll(uow.db, scope);
      if (ifMatch !== undefined && ifMatch !== order.version) throw new RuleError('stale_version');
      assertAwardable(order);
      const letters = await lettersFor(uow.db, { sessionId: request.caller.sessionId, orderId });
      const idOf = new Map(chosen.map(({ uuid, id }) => [uuid, id]));
      const labelOf = (uuid: string): string =>
        proposalLabel(letters.get(idOf.get(uuid) ?? 0) ?? 0);
      const purchases = await planAward(
        { order, chosen, offers, now: uow.now, zone, labelOf },
        wanted,
      );
      assertExpected(purchases, body.expected_total);
      const round = offers.round + 1;
      await buy(uow, { order, chosen, wholeId: null, round }, purchases);
      await record(uow, { caller: request.caller, order, round, reason });
      const bought = new Set([
        ...offers.bought.map(({ order_item_id }) => order_item_id),
        ...wanted.map(({ order_item_id }) => order_item_id),
      ]);
      const today = localDate(uow.now, zone);
      const [shown, rows] = await Promise.all([
        getProducerOrder(uow.db, orderId, today),
        listPurchasesOfRound(uow.db, { orderId, round }),
      ]);
      return {
        order: shown,
        unbought: shown.items.filter(({ id }) => !bought.has(id)),
        purchases: rows
          .map((row) => ({ row, letter: letters.get(row.proposal_id) ?? 0 }))
          .toSorted((a, b) => a.letter - b.letter),
        today,
      };
    },
    presentAward,
  );
}

interface Material {
  readonly order: AwardReply['order'];
  readonly unbought: AwardReply['unbought_items'];
  readonly purchases: readonly { readonly row: PurchaseRow; readonly letter: number }[];
  readonly today: string;
}

const presentAward = async ({
  order,
  unbought,
  purchases,
  today,
}: Material): Promise<AwardReply> => ({
  version: order.version,
  order,
  purchases: await presentOneByOne(purchases, ({ row, letter }) =>
    presentProducerPurchase(row, letter, today),
  ),
  unbought_items: unbought,
});

/** Locks accounts, order and proposals, in this order, and reads what the award depends on. */
async function lockAll(db: Db, scope: AwardScope) {
  // Pipelined: executed one after the other.
  const [, order, chosen, offers] = await Promise.all([
    holdParties(db, scope),
    lockOrder(db, scope.orderId, 'update'),
    lockChosen(db, scope),
    readOffers(db, scope),
  ]);
  if (order === undefined) throw new RuleError('order_not_found');
  return { order, chosen, offers };
}

function assertAcceptable(order: LockedOrder, proposal: ChosenProposal): void {
  if (order.status === 'adjudicada' || order.status === 'finalizada')
    throw new RuleError('accept_order_awarded');
  if (!proposalCan.accept(proposal.status)) throw new RuleError('accept_not_submitted');
  if (!orderCan.award(order.status)) throw new RuleError('accept_order_closed');
  // The owner was blocked during this request, so the session is not valid any more either.
  if (!order.owner_active) throw new RuleError('unauthenticated');
  if (order.suspended) throw new RuleError('accept_order_suspended');
  if (!proposal.supplier_active) throw new RuleError('proposal_unavailable');
}

/** Returns the purchase of everything that a proposal offers, which may be nothing. */
function wholeOf(proposal: ChosenProposal, offers: Offers): NewPurchase {
  const offered = awardProposal(proposal, offers);
  const planned = planPurchase(
    offered,
    new Set(offered.offers.map(({ orderItemId }) => orderItemId)),
  );
  if (!planned.ok) throw new Error(`a whole proposal cannot be bought: ${planned.problem.code}`);
  return { ...planned.purchase, proposalId: proposal.id };
}

/** Stores the purchases of a round and what follows from them in the order and its proposals. */
async function buy(
  uow: UnitOfWork,
  {
    order,
    chosen,
    wholeId,
    round,
  }: {
    readonly order: LockedOrder;
    readonly chosen: readonly ChosenProposal[];
    readonly wholeId: number | null;
    readonly round: number;
  },
  purchases: readonly NewPurchase[],
): Promise<void> {
  const ids = chosen.map(({ id }) => id);
  const audited = wholeId === null ? { proposal_ids: ids, round } : { proposal_id: wholeId };
  if (round > 1)
    uow.audit({
      action: 'updated',
      event: 'order.bought_more',
      resourceType: 'order',
      resourceId: order.id,
      newValues: audited,
    });
  await Promise.all([
    acceptProposals(uow, chosen, wholeId).catch(refuseSecondWinner),
    insertPurchases(uow.db, { round, purchases, now: uow.now }).catch(refuseErased),
    round === 1 ? applyTransition(uow, order, 'award', { audited }) : raiseVersion(uow, order),
  ]);
  for (const { proposalId, kind, items } of purchases) {
    const data = { proposal_id: proposalId, round, kind, items: items.length };
    uow.orderEvent({ orderId: order.id, event: 'proposal.accepted', data });
    uow.event({
      type: 'proposal.accepted',
      data: { order_id: order.id, proposal_id: proposalId, round },
    });
  }
  const [first] = ids;
  if (round === 1 && first !== undefined)
    uow.event({
      type: 'order.awarded_to_other',
      data: { order_id: order.id, proposal_id: first },
    });
}

/** The unique index enforces the same as the lock: an order accepts one whole proposal. */
function refuseSecondWinner(error: unknown): never {
  if (violatesUnique(error, 'proposals_awarded_whole')) throw new RuleError('accept_order_awarded');
  throw error;
}

/**
 * Who is erased here is not who asks: a supplier whose erasure this award waited for, which the
 * statement that locked the proposal did not see yet.
 */
function refuseErased(error: unknown): never {
  throw isWriterErased(error) ? new RuleError('proposal_unavailable') : error;
}

/** Notes the decision of the first round, whose record is written afterwards; records a later one. */
const record = (
  { db, now }: UnitOfWork,
  {
    caller,
    order,
    round,
    reason,
  }: {
    readonly caller: ProducerCaller;
    readonly order: LockedOrder;
    readonly round: number;
    readonly reason: string | null;
  },
): Promise<void> => {
  const decision = { orderId: order.id, sessionId: caller.sessionId, reason, now };
  return round === 1 ? noteDecision(db, decision) : freezeRound(db, { ...decision, round });
};
