import { asideReason, isUnwanted, type Asked, type AsideReason } from './competing.ts';
import { landedTotal, type Freight, type LandedTotal } from './freight.ts';
import { isOffered } from './proposal-rules.ts';

export const MAX_COMPARED_PROPOSALS = 10;

/** An item of the order; its quantity is in thousandths. */
export interface RequestedItem extends Asked {
  readonly id: number;
  readonly quantity: bigint;
}

/**
 * A proposal's offer for an order item: price in ten-thousandths, quantity in thousandths, total in
 * cents.
 */
export interface ComparedItem {
  readonly orderItemId: number;
  readonly productId: number;
  readonly offersSimilar: boolean;
  readonly unitPrice: bigint | null;
  readonly quantity: bigint;
  readonly totalPrice: bigint;
}

export interface ComparedProposal<Item extends ComparedItem> {
  readonly items: readonly Item[];
  readonly totalAmount: bigint;
  readonly freight: Freight;
  /**
   * False for a proposal that cannot be chosen: it is shown beside the others but excluded from
   * best prices and common totals.
   */
  readonly isAvailable: boolean;
}

/**
 * The cell of one proposal in one row; `item` is null when the proposal does not contain the item.
 */
export interface ComparisonCell<Item> {
  readonly item: Item | null;
  /** True when the item is offered (`isOffered`); a price for a quantity of zero is no offer. */
  readonly isPriced: boolean;
  /** Why the price competes with no other; null also without a price. */
  readonly asideReason: AsideReason | null;
  /** The lowest price that competes, of at least two; one that is alone is best of nothing. */
  readonly isBest: boolean;
  /** The one price that can be chosen, and it competes. */
  readonly isOnly: boolean;
  readonly quantityDiffers: boolean;
}

export interface ComparisonRow<Item> {
  readonly orderItemId: number;
  /** In thousandths. */
  readonly requestedQuantity: bigint;
  /** Null where no offer that can be chosen competes: none supplies what is asked for. */
  readonly bestUnitPrice: bigint | null;
  /**
   * Priced by every compared proposal that can be chosen, by none with an unwanted similar product,
   * so that it counts in the common total.
   */
  readonly isCommon: boolean;
  /** In the order of the proposals. */
  readonly cells: readonly ComparisonCell<Item>[];
}

/** Amounts in cents. Coverage is `pricedCount` out of `itemCount`. */
export interface ComparisonColumn {
  readonly pricedCount: number;
  readonly itemCount: number;
  readonly totalAmount: bigint;
  readonly commonTotal: bigint;
  readonly landedTotal: LandedTotal;
  readonly isLowestCommonTotal: boolean;
}

export interface Comparison<Item> {
  readonly commonItemCount: number;
  readonly rows: readonly ComparisonRow<Item>[];
  /** In the order of the proposals. */
  readonly columns: readonly ComparisonColumn[];
}

/**
 * Compares 1 to 10 proposals of one order. Totals are ranked only over the items that all proposals
 * price in the same quantities; tied proposals all get the mark. Throws RangeError for any other
 * number of proposals.
 */
export function compareProposals<Item extends ComparedItem>(
  requested: readonly RequestedItem[],
  proposals: readonly ComparedProposal<Item>[],
): Comparison<Item> {
  if (proposals.length < 1 || proposals.length > MAX_COMPARED_PROPOSALS) {
    throw new RangeError(`cannot compare ${proposals.length} proposals`);
  }
  const answers = proposals.map(
    (proposal) => new Map(proposal.items.map((item) => [item.orderItemId, item])),
  );
  const counts = proposals.map((proposal) => proposal.isAvailable);
  const rows = requested.map((item) => compareRow(item, answers, counts));
  return {
    commonItemCount: rows.filter((row) => row.isCommon).length,
    rows,
    columns: compareColumns(rows, proposals),
  };
}

function compareRow<Item extends ComparedItem>(
  requested: RequestedItem,
  answers: readonly ReadonlyMap<number, Item>[],
  counts: readonly boolean[],
): ComparisonRow<Item> {
  const offers = answers.map((answer, column) =>
    offerOf(answer.get(requested.id) ?? null, requested, counts[column] === true),
  );
  const counting = offers.filter(({ canBeChosen }) => canBeChosen);
  const priceCount = counting.filter(({ price }) => price !== null).length;
  const bestUnitPrice = lowest(
    counting.flatMap(({ price, reason }) => (price === null || reason !== null ? [] : [price])),
  );
  return {
    orderItemId: requested.id,
    requestedQuantity: requested.quantity,
    bestUnitPrice,
    isCommon: priceCount > 0 && counting.every(({ price, isWanted }) => price !== null && isWanted),
    cells: offers.map(({ item, price, reason, canBeChosen }) => {
      const isLowest = canBeChosen && reason === null && price !== null && price === bestUnitPrice;
      return {
        item,
        isPriced: price !== null,
        asideReason: reason,
        isBest: isLowest && priceCount > 1,
        isOnly: isLowest && priceCount === 1,
        quantityDiffers: item !== null && item.quantity !== requested.quantity,
      };
    }),
  };
}

function offerOf<Item extends ComparedItem>(
  item: Item | null,
  requested: RequestedItem,
  canBeChosen: boolean,
) {
  const price = priceOf(item);
  if (item === null) return { item, price, canBeChosen, isWanted: false, reason: null };
  const { productId: product_id, offersSimilar: offers_similar, quantity } = item;
  const answer = { product_id, offers_similar, quantity };
  return {
    item,
    price,
    canBeChosen,
    isWanted: !isUnwanted(answer, requested),
    reason: price === null ? null : asideReason(answer, requested),
  };
}

function compareColumns<Item extends ComparedItem>(
  rows: readonly ComparisonRow<Item>[],
  proposals: readonly ComparedProposal<Item>[],
): ComparisonColumn[] {
  const commonTotals = proposals.map((_, column) => commonTotal(rows, column));
  const ranked = commonTotals.filter((_, column) => proposals[column]?.isAvailable);
  const isRanked = ranked.length > 1 && isRankable(rows, proposals);
  const lowestTotal = isRanked ? lowest(ranked) : null;
  return proposals.map((proposal, column) => ({
    pricedCount: rows.filter((row) => row.cells[column]?.isPriced).length,
    itemCount: rows.length,
    totalAmount: proposal.totalAmount,
    commonTotal: commonTotals[column] ?? 0n,
    landedTotal: landedTotal(proposal.totalAmount, proposal.freight),
    isLowestCommonTotal:
      proposal.isAvailable && lowestTotal !== null && commonTotals[column] === lowestTotal,
  }));
}

function commonTotal<Item extends ComparedItem>(
  rows: readonly ComparisonRow<Item>[],
  column: number,
): bigint {
  return rows
    .filter((row) => row.isCommon)
    .reduce((sum, row) => sum + (row.cells[column]?.item?.totalPrice ?? 0n), 0n);
}

/**
 * Returns true when the proposals have common items, all offered in the same quantities, so that no
 * proposal looks cheaper because it offers less.
 */
function isRankable<Item extends ComparedItem>(
  rows: readonly ComparisonRow<Item>[],
  proposals: readonly ComparedProposal<Item>[],
): boolean {
  const common = rows.filter((row) => row.isCommon);
  const quantities = ({ cells }: ComparisonRow<Item>): Set<bigint | undefined> =>
    new Set(
      cells
        .filter((_, column) => proposals[column]?.isAvailable)
        .map((cell) => cell.item?.quantity),
    );
  return common.length > 0 && common.every((row) => quantities(row).size === 1);
}

function priceOf(item: ComparedItem | null): bigint | null {
  return item !== null && isOffered(item) ? item.unitPrice : null;
}

function lowest(values: readonly bigint[]): bigint | null {
  return values.reduce<bigint | null>(
    (least, value) => (least === null || value < least ? value : least),
    null,
  );
}
