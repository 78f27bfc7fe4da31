import type { CalendarDate } from '../calendar/calendar.ts';
import type { ClosureType } from '../order/closure-type.ts';
import type { OrderStatus } from '../order/order-status.ts';
import { isBlank } from '../text/blank.ts';
import { proposalCan } from './proposal-machine.ts';
import type { ProposalDisplayStatus, ProposalStatus } from './proposal-status.ts';

/** The fields that the item rules need; a price is a scaled bigint or the number of the wire. */
export interface OfferedItem {
  readonly unitPrice: bigint | number | null;
  readonly justification: string | null;
}

export function hasPrice(item: Pick<OfferedItem, 'unitPrice'>): boolean {
  return item.unitPrice !== null && item.unitPrice > 0;
}

/**
 * Returns true when the item is offered: it has a price and a total above zero. The total is zero
 * for a quantity of 0 or a cost of less than half a cent. All code that counts, ranks or adds up
 * prices must use this, never `hasPrice` alone: a price for nothing may be saved and submitted, but
 * does not count. `offeredSql` is the same rule in SQL.
 */
export function isOffered(
  item: Pick<OfferedItem, 'unitPrice'> & { readonly totalPrice: bigint | number },
): boolean {
  return hasPrice(item) && item.totalPrice > 0;
}

/** Returns true when the item has a justification that is not blank. */
export function hasJustification(item: Pick<OfferedItem, 'justification'>): boolean {
  return item.justification !== null && !isBlank(item.justification);
}

/** Returns true when the item has a price or a justification for having none. */
export function isValidItem(item: OfferedItem): boolean {
  return hasPrice(item) || hasJustification(item);
}

/**
 * Returns true where the order needs a price for an item of its and the offer for it has none; an
 * item without an offer is undefined. A closed order needs one for each of its items, an open one for
 * none.
 */
export const lacksPrice = (
  closureType: ClosureType,
  offer: Pick<OfferedItem, 'unitPrice'> | undefined,
): boolean => closureType === 'fechada' && (offer === undefined || !hasPrice(offer));

/** Returns the order's items that lack a price in a proposal; each item is offered at most once. */
export function unpricedItems({
  closureType,
  orderItemIds,
  items,
}: {
  readonly closureType: ClosureType;
  readonly orderItemIds: readonly number[];
  readonly items: readonly (Pick<OfferedItem, 'unitPrice'> & { readonly orderItemId: number })[];
}): readonly number[] {
  const offers = new Map(items.map((item) => [item.orderItemId, item]));
  return orderItemIds.filter((id) => lacksPrice(closureType, offers.get(id)));
}

export type SubmitProblem = 'not_draft' | 'no_items' | 'invalid_item' | 'closed_order_unpriced';

/**
 * Returns why the proposal itself cannot be submitted, or null; whether its order takes proposals
 * is checked separately.
 */
export function submitProblem(proposal: {
  readonly status: ProposalStatus;
  readonly items: readonly (OfferedItem & { readonly orderItemId: number })[];
  readonly closureType: ClosureType;
  readonly orderItemIds: readonly number[];
}): SubmitProblem | null {
  if (!proposalCan.submit(proposal.status)) return 'not_draft';
  if (proposal.items.length === 0) return 'no_items';
  if (!proposal.items.every((item) => isValidItem(item))) return 'invalid_item';
  return unpricedItems(proposal).length === 0 ? null : 'closed_order_unpriced';
}

/** Flags of a proposal on the wire, with their wire names. */
export interface ProposalFlags {
  readonly can_edit: boolean;
  readonly can_submit: boolean;
  readonly can_cancel: boolean;
  readonly is_draft: boolean;
  readonly is_submitted: boolean;
  readonly is_accepted: boolean;
  readonly is_rejected: boolean;
}

/** Returns what the supplier may do with the proposal, and its status as flags. */
export function proposalFlags(proposal: {
  readonly status: ProposalStatus;
  readonly orderStatus: OrderStatus;
  readonly orderTakesProposals: boolean;
}): ProposalFlags {
  const { status } = proposal;
  return {
    can_edit: proposalCan.edit(status) && proposal.orderTakesProposals,
    can_submit: proposalCan.submit(status) && proposal.orderTakesProposals,
    can_cancel: canCancelProposal(status, proposal.orderStatus),
    is_draft: status === 'draft',
    is_submitted: status === 'submitted',
    is_accepted: status === 'accepted',
    is_rejected: status === 'rejected',
  };
}

/**
 * Returns true when the supplier can withdraw the proposal: it is submitted and its order is not
 * decided.
 */
export function canCancelProposal(status: ProposalStatus, orderStatus: OrderStatus): boolean {
  return (
    proposalCan.cancel(status) && (orderStatus === 'publicada' || orderStatus === 'em_analise')
  );
}

/**
 * Returns true while the proposal binds its supplier: accepted, or submitted and not withdrawn
 * before the decision. Who is bound takes part in the order, and cannot decline it.
 */
export function bindsSupplier(status: ProposalStatus, orderStatus: OrderStatus): boolean {
  return status === 'accepted' || canCancelProposal(status, orderStatus);
}

/** Why a validity does not serve: over before the proposal is sent, or before it can be decided. */
export type ValidityProblem = 'past' | 'before_deadline';

/**
 * Returns what is wrong with the last day of a proposal, or null. The interface takes any day, so
 * that sending warns and the comparison shows it; ways in of this service's own refuse a past one.
 */
export function validityProblem(proposal: {
  readonly validityDate: CalendarDate | null;
  readonly sentOn: CalendarDate;
  readonly deadlineDate: CalendarDate;
}): ValidityProblem | null {
  const { validityDate, sentOn, deadlineDate } = proposal;
  if (validityDate === null) return null;
  if (validityDate < sentOn) return 'past';
  return validityDate < deadlineDate ? 'before_deadline' : null;
}

const lostWith: ReadonlySet<OrderStatus> = new Set([
  'adjudicada',
  'finalizada',
  'cancelada',
  'revogada',
]);

/**
 * Returns the status that the portals show: the stored one, or `lost` or `expired` for a submitted
 * proposal.
 */
export function displayStatus(proposal: {
  readonly status: ProposalStatus;
  readonly orderStatus: OrderStatus;
  readonly validityDate: CalendarDate | null;
  readonly today: CalendarDate;
}): ProposalDisplayStatus {
  if (proposal.status !== 'submitted') return proposal.status;
  if (lostWith.has(proposal.orderStatus)) return 'lost';
  const isPastValidity = proposal.validityDate !== null && proposal.validityDate < proposal.today;
  return isPastValidity || proposal.orderStatus === 'expirada' ? 'expired' : 'submitted';
}
