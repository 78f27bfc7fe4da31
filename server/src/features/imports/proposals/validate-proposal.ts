import { orderStatusLabels, type OrderStatus } from '@lavra/domain/order/order-status';
import { isUnwanted } from '@lavra/domain/proposal/competing';
import {
  isLive,
  MAX_LIVE_PROPOSALS,
  MAX_SENT_PROPOSALS,
  sendProblem,
} from '@lavra/domain/proposal/proposal-limits';
import { hasPrice, isValidItem, lacksPrice } from '@lavra/domain/proposal/proposal-rules';
import type { BulkProposalColumns } from '../../proposals/proposals-feature.ts';
import type { Group } from '../groups.ts';
import type { proposalColumns } from './proposal-columns.ts';
import type { AskedOrder, StoredProposal } from './proposal-import-queries.ts';
import type { OfferedItem, ProposalCells } from './read-proposal.ts';

type Items = ReadonlyMap<ProposalCells, OfferedItem | undefined>;

const withoutProposals: ReadonlySet<OrderStatus> = new Set(['rascunho', 'pendente']);
const withWinner: ReadonlySet<OrderStatus> = new Set(['adjudicada', 'finalizada', 'revogada']);

/** The proposals that exist for each order, and those added by earlier rows. */
export class KnownProposals {
  readonly #byOrder: Map<number, StoredProposal[]>;

  constructor(stored: readonly StoredProposal[]) {
    this.#byOrder = Map.groupBy(stored, ({ order_id }) => order_id);
  }

  of(orderId: number): readonly StoredProposal[] {
    return this.#byOrder.get(orderId) ?? [];
  }

  add(proposal: StoredProposal): void {
    this.#byOrder.set(proposal.order_id, [...this.of(proposal.order_id), proposal]);
  }
}

/**
 * Returns whether two proposals are the same: by reference or, where the file has none, by supplier
 * and by being a draft or not.
 */
export const isSame = (
  stored: StoredProposal,
  { supplierId, head }: { supplierId: number; head: BulkProposalColumns },
): boolean =>
  stored.supplier_id === supplierId &&
  (head.supplier_reference === null
    ? (stored.status === 'draft') === (head.status === 'draft')
    : stored.reference === head.supplier_reference);

/** Adds an error where the statuses of the proposal and of its order are incompatible. */
export function refuseStatus(
  cells: ProposalCells,
  { head, order }: { head: BulkProposalColumns; order: AskedOrder },
): void {
  const status = orderStatusLabels[order.status].toLowerCase();
  if (withoutProposals.has(order.status))
    cells.refuse('status', 'order_has_no_proposals', { status });
  else if (order.suspended && (head.status === 'draft' || head.status === 'submitted'))
    cells.refuse('status', 'order_is_suspended');
  else if (head.status === 'draft' && order.status !== 'publicada')
    cells.refuse('status', 'order_not_open');
  else if (head.status === 'accepted' && !withWinner.has(order.status))
    cells.refuse('status', 'order_without_winner', { status });
}

/** Adds an error where its supplier would have more proposals for the order than may be sent. */
export function refuseNumber(
  cells: ProposalCells,
  {
    head,
    supplierId,
    rivals,
  }: { head: BulkProposalColumns; supplierId: number; rivals: readonly StoredProposal[] },
): void {
  if (head.status === 'draft') return;
  const own = rivals.filter(
    ({ supplier_id, status }) => supplier_id === supplierId && status !== 'draft',
  );
  const live = own.filter(({ status }) => isLive(status)).length;
  const problem = sendProblem({ live: isLive(head.status) ? live : 0, sent: own.length });
  if (problem === 'too_many_live')
    cells.refuse('supplier', 'proposals_live', { limit: MAX_LIVE_PROPOSALS });
  if (problem === 'too_many_sent')
    cells.refuse('supplier', 'proposals_sent', { limit: MAX_SENT_PROPOSALS });
}

/** Returns whether an item with a price is a similar product that the order does not take. */
function isUnwantedOffer(item: OfferedItem, order: AskedOrder): boolean {
  const asked = order.items.find(({ id }) => id === item.order_item_id);
  return (
    asked !== undefined &&
    hasPrice({ unitPrice: Number(item.unit_price) }) &&
    isUnwanted(item, asked)
  );
}

/**
 * Applies the rules of a submitted proposal: every item answered, each item of a closed order
 * priced, and no similar product where none is taken.
 */
export function refuseItems(
  { head: first, rows }: Group<typeof proposalColumns>,
  { head, order, items }: { head: BulkProposalColumns; order: AskedOrder; items: Items },
): void {
  const rowOf = new Map<number, number>();
  for (const cells of rows) {
    const item = items.get(cells);
    if (item === undefined) continue;
    const before = rowOf.get(item.order_item_id);
    if (before !== undefined) cells.refuse('product', 'sheet_item_twice', { row: before });
    else rowOf.set(item.order_item_id, cells.row);
    if (head.status === 'draft') continue;
    if (isUnwantedOffer(item, order)) cells.refuse('offers_similar', 'similar_not_accepted');
    const offered = {
      unitPrice: item.unit_price === null ? null : Number(item.unit_price),
      justification: item.justification,
    };
    const isUnreadable = item.unit_price === null && cells.has('unit_price'); // reported already
    if (!isValidItem(offered) && !isUnreadable) cells.refuse('unit_price', 'item_unanswered');
    else if (lacksPrice(order.closure_type, offered)) cells.refuse('unit_price', 'item_unpriced');
  }
  if (
    head.status !== 'draft' &&
    order.items.some(({ id }) => !rowOf.has(id) && lacksPrice(order.closure_type, undefined)) &&
    !rows.some(({ problems }) => problems.any)
  )
    first.refuse('order', 'item_unpriced');
}
