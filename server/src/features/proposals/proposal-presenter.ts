import type {
  AnonymousProposal,
  Proposal,
  ProposalSummary,
} from '@lavra/contract/proposals/schemas';
import { orderTakesProposals } from '@lavra/domain/order/order-rules';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import { byItemText, draftTextsOf } from '@lavra/domain/proposal/free-texts';
import { freightOf, landedTotal } from '@lavra/domain/proposal/freight';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf, type ProposalMark } from '@lavra/domain/proposal/mark';
import { displayStatus, proposalFlags } from '@lavra/domain/proposal/proposal-rules';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { purchaseStateLabels } from '@lavra/domain/purchase/purchase-state';
import { reviewState, reviewStateLabels } from '@lavra/domain/proposal/review-state';
import { storedCents } from '../../platform/text/stored-cents.ts';
import {
  wireNumber,
  wireNumberOrNull,
  wireTime,
  wireTimeOrNull,
} from '../../platform/text/wire.ts';
import { maskOfSupplier, maskWords } from '../identities/identities-feature.ts';
import { presentOrderSummary, type OrderSummaryRow } from '../orders/orders-feature.ts';
import { findIdentityWarnings } from './identity-warnings.ts';
import { maskAskedWords, presentProposalItem } from './proposal-item.ts';
import type {
  ProposalRow,
  ProposalSummaryRow,
  ProposalView,
  ReviewedView,
} from './proposal-view.ts';

/**
 * Returns a proposal for its supplier, with warnings about text that would identify it. `today` is
 * the calendar day in the platform's zone.
 */
export const presentProposal = async (view: ProposalView, today: string): Promise<Proposal> => ({
  ...presentFull(await maskedView(view), today),
  identity_warnings: await findIdentityWarnings(view),
});

/** Masks the contacts in the producer's words about a supplier's proposal and its order. */
async function maskedView(view: ProposalView): Promise<ProposalView> {
  const [masked] = await maskWords([view], ['order_description', 'rejection_reason']);
  return { ...view, ...masked, items: await maskAskedWords(view.items) };
}

/** Returns a proposal for the order's producer, as the public interface defines it. */
export const presentReceivedProposal = (view: ReviewedView, today: string): Proposal => ({
  ...presentFull(view, today),
  ...presentReview(view),
  identity_warnings: [],
});

/**
 * Returns what a proposal is called within its order. Only for the producer's side and
 * administrators: a supplier who knew its mark could tell the producer who it is.
 */
export function presentMark({ id, mark }: Pick<ReviewedView, 'id' | 'mark'>): ProposalMark {
  if (mark === null) throw new Error(`proposal ${id} has no mark: it is a draft`);
  return markOf(mark);
}

/** Returns the producer's review state; a decision takes precedence over the state set by hand. */
export function presentReview({
  status,
  review,
}: Pick<ReviewedView, 'status' | 'review'>): Pick<
  AnonymousProposal,
  'review_state' | 'review_state_label'
> {
  const state = reviewState(status, review);
  return { review_state: state, review_state_label: reviewStateLabels[state] };
}

function presentFull(view: ProposalView, today: string): Omit<Proposal, 'identity_warnings'> {
  return {
    ...common(view, today),
    ...can(view, today),
    supplier_id: view.supplier_id,
    supplier_reference: view.supplier_reference,
    supplier: {
      id: view.supplier_id,
      uuid: view.supplier_uuid,
      name: view.supplier_name,
      email: view.supplier_email,
      phone: view.supplier_phone,
      document: view.supplier_document,
      website: view.supplier_website,
      city: view.supplier_city,
      state: view.supplier_state,
    },
  };
}

/**
 * Returns a proposal without anything that identifies its supplier: a letter and a mark instead of
 * the supplier, contacts masked in free text.
 */
export async function presentAnonymousProposal(
  view: ReviewedView,
  letter: number,
  today: string,
): Promise<AnonymousProposal> {
  const mask = await maskOfSupplier(view, [
    view.cancellation_reason,
    ...[...draftTextsOf(view)].map(([, text]) => text),
  ]);
  const proposal = common(view, today);
  return {
    ...proposal,
    ...presentReview(view),
    label: proposalLabel(letter),
    mark: presentMark(view),
    alternatives: [...view.alternatives],
    notes: mask(proposal.notes),
    payment_terms: mask(proposal.payment_terms),
    cancellation_reason: mask(proposal.cancellation_reason),
    items: proposal.items.map((item) => ({
      ...item,
      ...byItemText((name) => mask(item[name])),
    })),
  };
}

/** Returns a proposal for its supplier's list. */
export function presentProposalSummary(row: ProposalSummaryRow, today: string): ProposalSummary {
  return {
    id: row.id,
    uuid: row.uuid,
    order_id: row.answered_order_id,
    supplier_id: row.supplier_id,
    ...statuses(row, today),
    ...amounts(row),
    ...partialTerms(row),
    validity_date: row.validity_date,
    ...times(row),
    rejection_reason: row.rejection_reason,
    supplier_reference: row.supplier_reference,
    priced_items: row.priced_items,
    ...can(row, today),
    version: row.version,
    order: presentOrderSummary(row, today),
  };
}

function common(
  view: ProposalView,
  today: string,
): Omit<
  AnonymousProposal,
  'label' | 'mark' | 'alternatives' | 'review_state' | 'review_state_label'
> {
  const { is_draft, is_submitted, is_accepted, is_rejected } = flags(view, today);
  const items = view.items.map(presentProposalItem);
  return {
    id: view.id,
    uuid: view.uuid,
    order_id: view.answered_order_id,
    ...amounts(view),
    ...statuses(view, today),
    ...times(view),
    notes: view.notes,
    validity_date: view.validity_date,
    freight_amount: wireNumberOrNull(view.freight_amount),
    delivery_days: view.delivery_days,
    payment_terms: view.payment_terms,
    ...partialTerms(view),
    award: presentAward(view.award),
    rejection_reason: view.rejection_reason,
    cancellation_reason: view.cancellation_reason,
    is_draft,
    is_submitted,
    is_accepted,
    is_rejected,
    is_available: view.is_available,
    priced_items: view.priced_items ?? items.filter((item) => item.is_offered).length,
    version: view.version,
    items,
    order: presentOrderSummary(view, today),
  };
}

const partialTerms = (row: ProposalRow) => ({
  allows_partial: row.allows_partial,
  partial_minimum: wireNumberOrNull(row.partial_minimum),
  freight_rule: row.freight_rule,
});

const presentAward = (award: ProposalView['award']): Proposal['award'] =>
  award && {
    kind: award.kind,
    order_item_ids: award.order_item_ids,
    amount: wireNumber(award.amount),
    freight_amount: wireNumberOrNull(award.freight_amount),
    state: award.state,
    state_label: purchaseStateLabels[award.state],
  };

type Stated = ProposalRow & OrderSummaryRow;

function flags(row: Stated, today: string) {
  const takes = orderTakesProposals({
    status: row.order_status,
    suspended: row.order_suspended,
    deadlineDate: row.order_deadline_date,
    today,
  });
  return proposalFlags({
    status: row.status,
    orderStatus: row.order_status,
    orderTakesProposals: takes,
  });
}

function can(row: Stated, today: string) {
  const { can_edit, can_submit, can_cancel } = flags(row, today);
  return { can_edit, can_submit, can_cancel };
}

function statuses(row: Stated, today: string) {
  const shown = displayStatus({
    status: row.status,
    orderStatus: row.order_status,
    validityDate: row.validity_date,
    today,
  });
  return {
    status: row.status,
    status_label: proposalStatusLabels[row.status],
    display_status: shown,
    display_status_label: proposalStatusLabels[shown],
  };
}

function amounts(row: ProposalRow) {
  const total = storedCents(row.total_amount);
  const freight = freightOf(
    row.freight_kind,
    row.freight_amount === null ? null : storedCents(row.freight_amount),
  );
  const landed = landedTotal(total, freight);
  return {
    total_amount: wireNumber(row.total_amount),
    landed_total: wireNumber(formatDecimal(landed.isKnown ? landed.total : total, AMOUNT_SCALE)),
    freight_kind: freight.kind === 'unknown' ? null : freight.kind,
    landed_unknown: landed.isKnown ? null : landed.reason,
  };
}

function times(row: ProposalRow) {
  return {
    submitted_at: wireTimeOrNull(row.submitted_at),
    accepted_at: wireTimeOrNull(row.accepted_at),
    rejected_at: wireTimeOrNull(row.rejected_at),
    cancelled_at: wireTimeOrNull(row.cancelled_at),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  };
}
