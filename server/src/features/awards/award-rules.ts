import { localDate } from '@lavra/domain/calendar/calendar';
import {
  DIRECT_PURCHASE_MS,
  planPurchase,
  type AwardProposal,
  type PurchaseProblem,
} from '@lavra/domain/award/award-plan';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';
import { orderCan } from '@lavra/domain/order/order-machine';
import { proposalCan } from '@lavra/domain/proposal/proposal-machine';
import { RuleError } from '../../platform/errors.ts';
import { formatMoney } from '../../platform/text/format-pt-br.ts';
import { storedCents } from '../../platform/text/stored-cents.ts';
import { presentOneByOne, yieldAfter } from '../../platform/text/yielding.ts';
import type { LockedOrder } from '../orders/orders-feature.ts';
import type { ChosenProposal, Offers } from './award-offers.ts';
import type { NewPurchase } from './purchase-store.ts';

/** An item and the proposal to buy it from. */
export interface WantedItem {
  readonly order_item_id: number;
  readonly proposal: string;
}

/** What an award is judged by, read under the locks of the order and the proposals. */
export interface AwardState {
  readonly order: LockedOrder;
  readonly chosen: readonly ChosenProposal[];
  readonly offers: Offers;
  readonly now: Date;
  readonly zone: string;
  /** `Proposta B`, by UUID, for the sentences of refusals. */
  readonly labelOf: (proposal: string) => string;
}

/** Throws unless the order may be bought from. */
export function assertAwardable(order: LockedOrder): void {
  if (!orderCan.award(order.status) && order.status !== 'adjudicada')
    throw new RuleError('order_not_awardable');
  // The owner was blocked during this request, so the session is not valid any more either.
  if (!order.owner_active) throw new RuleError('unauthenticated');
  if (order.suspended) throw new RuleError('award_order_suspended');
}

/**
 * Plans one purchase for each proposal that items are wanted from; yields to other requests between
 * proposals. Throws the first reason why they cannot be bought.
 */
export async function planAward(
  state: AwardState,
  wanted: readonly WantedItem[],
): Promise<NewPurchase[]> {
  assertItems(state, wanted);
  const byProposal = Map.groupBy(wanted, ({ proposal }) => proposal);
  return presentOneByOne([...byProposal], async ([uuid, items]) => {
    await yieldAfter(state.offers.items.length);
    return planFrom(
      state,
      uuid,
      items.map(({ order_item_id }) => order_item_id),
    );
  });
}

function assertItems({ offers }: AwardState, wanted: readonly WantedItem[]): void {
  const positions = new Map(offers.items.map(({ id, position }) => [id, position]));
  const bought = new Set(offers.bought.map(({ order_item_id }) => order_item_id));
  const seen = new Set<number>();
  for (const { order_item_id: id } of wanted) {
    const position = positions.get(id);
    if (position === undefined) throw new RuleError('item_not_in_order');
    if (seen.has(id)) throw new RuleError('item_twice', { position });
    if (bought.has(id)) throw new RuleError('item_already_bought', { position });
    seen.add(id);
  }
}

function planFrom(state: AwardState, uuid: string, itemIds: readonly number[]): NewPurchase {
  const proposal = state.chosen.find((one) => one.uuid === uuid);
  if (proposal === undefined) throw new RuleError('proposal_not_submitted');
  assertOffered(state, proposal);
  const planned = planPurchase(awardProposal(proposal, state.offers), new Set(itemIds));
  if (!planned.ok) throw refusalOf(state, uuid, planned.problem);
  return { ...planned.purchase, proposalId: proposal.id };
}

/** Throws unless the proposal may still be bought from. */
function assertOffered(
  { order, offers, now, zone, labelOf }: AwardState,
  proposal: ChosenProposal,
) {
  if (!proposalCan.accept(proposal.status) && proposal.status !== 'accepted')
    throw new RuleError('proposal_not_submitted');
  if (!proposal.supplier_active) throw new RuleError('proposal_unavailable');
  if (orderCan.award(order.status)) return;
  const { validity_date } = proposal;
  const isLate = now.getTime() > (offers.awarded_at_ms ?? 0) + DIRECT_PURCHASE_MS;
  if (isLate || (validity_date !== null && validity_date < localDate(now, zone)))
    throw new RuleError('reoffer_needed', { label: labelOf(proposal.uuid) });
}

/** Returns a locked proposal with its offers as the domain's rules take it. */
export function awardProposal(proposal: ChosenProposal, { offers, bought }: Offers): AwardProposal {
  const { items = [], totals = [] } =
    offers.find(({ proposal_id }) => proposal_id === proposal.id) ?? {};
  return {
    terms: {
      allowsPartial: proposal.allows_partial,
      minimum: proposal.partial_minimum === null ? null : storedCents(proposal.partial_minimum),
      freightRule: proposal.freight_rule,
    },
    freight: proposal.freight_amount === null ? null : storedCents(proposal.freight_amount),
    offers: items.map((orderItemId, index) => ({
      orderItemId,
      total: storedCents(totals[index] ?? '0'),
    })),
    bought: new Set(
      bought
        .filter(({ proposal_id }) => proposal_id === proposal.id)
        .map(({ order_item_id }) => order_item_id),
    ),
  };
}

function refusalOf(
  { offers, labelOf }: AwardState,
  uuid: string,
  problem: PurchaseProblem,
): RuleError {
  const label = labelOf(uuid);
  switch (problem.code) {
    case 'item_not_priced': {
      const item = offers.items.find(({ id }) => id === problem.orderItemId);
      return new RuleError('item_not_priced', { label, position: item?.position ?? 0 });
    }
    case 'proposal_not_partial':
      return new RuleError('proposal_not_partial', { label });
    case 'minimum_not_reached':
      return new RuleError('minimum_not_reached', { label, missing: inReais(problem.missing) });
  }
}

/** Throws where the client showed another total with freight than what is due now. */
export function assertExpected(
  purchases: readonly NewPurchase[],
  expected: number | null | undefined,
): void {
  if (expected === undefined || expected === null) return;
  const total = purchases.reduce(
    (sum, { itemsAmount, freightAmount }) => sum + itemsAmount + (freightAmount ?? 0n),
    0n,
  );
  const shown = parseAmount(expected);
  if (!shown.ok || shown.units !== total)
    throw new RuleError('award_total_changed', { total: inReais(total) });
}

const inReais = (amount: bigint): string =>
  formatMoney(formatDecimal(amount, AMOUNT_SCALE)).replace(/^R\$\s*/, '');
