import type { AdminOrder, AdminOrderSummary, OrderProducer } from '@lavra/contract/admin/orders';
import type {
  AdminComparison,
  AdminProposal,
  AdminProposalSummary,
} from '@lavra/contract/admin/proposals';
import type { AdminPurchaseSummary } from '@lavra/contract/admin/purchases';
import { markOf } from '@lavra/domain/proposal/mark';
import { orderCan } from '@lavra/domain/order/order-machine';
import { pageMeta, pageRequest, type PageMeta } from '../../platform/db/paging.ts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import {
  presentOrderSummary,
  presentProducerOrder,
  type NamedComparison,
  type ListedItemRow,
} from '../orders/orders-feature.ts';
import {
  presentMark,
  presentProposalSummary,
  presentReceivedProposal,
  type ReviewedView,
} from '../proposals/proposals-feature.ts';
import { presentPurchaseSummary } from '../awards/awards-feature.ts';
import type { AdminOrderRow } from './admin-order-list.ts';
import type { AdminOrderExtras } from './admin-order-rows.ts';
import type { AdminProposalRow } from './admin-proposal-list.ts';
import type { AdminPurchaseRow } from './admin-purchase-list.ts';

/**
 * Presents an order for the administration's list. `today` is the calendar day in the platform's
 * zone.
 */
export const presentAdminOrderSummary = (row: AdminOrderRow, today: string): AdminOrderSummary => ({
  ...presentOrderSummary(row, today),
  producer: { id: row.producer_id, uuid: row.producer_uuid, name: row.producer_name },
  delivery_city: row.city,
  delivery_state: row.state,
  has_pesticide: row.has_pesticide,
  proposals_count: row.proposals_count,
  version: row.version,
  created_at: wireTime(row.created_at),
  published_at: wireTimeOrNull(row.published_at),
  contact_missed_at: wireTimeOrNull(row.contact_missed_at),
});

export interface AdminOrderContext {
  readonly row: Parameters<typeof presentProducerOrder>[0];
  readonly items: readonly ListedItemRow[];
  readonly extras: AdminOrderExtras;
  readonly producer: OrderProducer;
  readonly today: string;
  readonly mayEdit: boolean;
}

/**
 * Presents an order to the administration: what its producer sees, without what only the producer
 * may do.
 */
export function presentAdminOrder({
  row,
  items,
  extras,
  producer,
  today,
  mayEdit,
}: AdminOrderContext): AdminOrder {
  const {
    can_edit: _edit,
    can_publish: _publish,
    can_close: _close,
    can_cancel: _cancel,
    can_finalize: _finalize,
    can_delete: _delete,
    ...order
  } = presentProducerOrder(row, items, today);
  const {
    approved_at,
    suspended_at,
    ended_at,
    submitted,
    accepted,
    rejected,
    cancelled,
    ...counts
  } = extras;
  return {
    ...order,
    producer,
    approved_at: wireTimeOrNull(approved_at),
    suspended_at: wireTimeOrNull(suspended_at),
    ended_at: wireTimeOrNull(ended_at),
    proposals: { submitted, accepted, rejected, cancelled },
    ...counts,
    ...presentCan({ status: row.order_status, approved_at, suspended_at }, mayEdit),
  };
}

function presentCan(
  {
    status,
    approved_at,
    suspended_at,
  }: Pick<AdminOrder, 'status' | 'approved_at' | 'suspended_at'>,
  mayEdit: boolean,
) {
  return {
    can_approve: mayEdit && orderCan.approve(status) && approved_at === null,
    can_return: mayEdit && orderCan.return(status),
    can_suspend: mayEdit && orderCan.suspend(status) && suspended_at === null,
    can_resume: mayEdit && orderCan.resume(status) && suspended_at !== null,
    can_revoke: mayEdit && orderCan.revoke(status),
  };
}

/** Presents a proposal for the administration's lists. */
export function presentAdminProposalSummary(
  row: AdminProposalRow,
  today: string,
): AdminProposalSummary {
  const {
    can_edit: _edit,
    can_submit: _submit,
    can_cancel: _cancel,
    ...proposal
  } = presentProposalSummary(row, today);
  return {
    ...proposal,
    mark: presentMark(row),
    supplier: { id: row.supplier_id, uuid: row.supplier_uuid, name: row.supplier_name },
    producer: { id: row.producer_id, uuid: row.producer_uuid, name: row.producer_name },
  };
}

/** Presents a purchase for the administration's list. */
export const presentAdminPurchaseSummary = (
  row: AdminPurchaseRow,
  today: string,
): AdminPurchaseSummary => ({
  ...presentPurchaseSummary(row, today),
  mark: markOf(row.mark),
  supplier: { id: row.supplier_id, uuid: row.supplier_uuid, name: row.supplier_name },
  producer: { id: row.producer_id, uuid: row.producer_uuid, name: row.producer_name },
  contact_missed_at: wireTimeOrNull(row.contact_missed_at),
});

/** Presents a proposal to the administration. */
export function presentAdminProposal(
  view: ReviewedView,
  producer: OrderProducer,
  today: string,
): AdminProposal {
  const {
    can_edit: _edit,
    can_submit: _submit,
    can_cancel: _cancel,
    identity_warnings: _warnings,
    ...proposal
  } = presentReceivedProposal(view, today);
  return { ...proposal, mark: presentMark(view), producer };
}

/** Presents the comparison with each column's supplier. */
export const presentAdminComparison = ({
  comparison,
  suppliers,
}: NamedComparison): AdminComparison => ({
  ...comparison,
  proposals: comparison.proposals.flatMap((column, index) => {
    const supplier = suppliers[index];
    return supplier === undefined
      ? []
      : [{ ...column, supplier_id: supplier.id, supplier_name: supplier.name }];
  }),
});

/** Returns one page of a list that is in memory as a whole. */
export function presentShortPage<T>(
  all: readonly T[],
  query: { page?: number; per_page: number },
): { data: T[]; meta: PageMeta } {
  const page = pageRequest(query);
  return {
    data: all.slice(page.offset, page.offset + page.perPage),
    meta: pageMeta(page, all.length, null),
  };
}
