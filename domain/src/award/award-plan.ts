import type { PurchaseKind } from '../purchase/purchase-state.ts';
import { freightShares } from './freight-share.ts';
import type { PartialTerms } from './partial-terms.ts';

/** After the first award, what was left may be bought for this long without asking again. */
export const DIRECT_PURCHASE_MS = 72 * 60 * 60_000;

/** An item that a proposal offers (`isOffered`); its total is in cents. */
export interface AwardOffer {
  readonly orderItemId: number;
  readonly total: bigint;
}

/** A proposal that items are bought from; amounts are in cents. */
export interface AwardProposal {
  readonly terms: PartialTerms;
  /** Null where it states no amount. */
  readonly freight: bigint | null;
  /** All items that it offers, in the order's sequence. */
  readonly offers: readonly AwardOffer[];
  /** The items that earlier rounds bought from it. */
  readonly bought: ReadonlySet<number>;
}

/** One item of a purchase; amounts are in cents. */
export interface PlannedItem extends AwardOffer {
  readonly freightShare: bigint;
}

/** What is bought from one proposal in one round; amounts are in cents. */
export interface PlannedPurchase {
  readonly kind: PurchaseKind;
  readonly items: readonly PlannedItem[];
  readonly itemsAmount: bigint;
  /** Null where the proposal states no amount. */
  readonly freightAmount: bigint | null;
}

/** Why items cannot be bought from a proposal; `missing` is in cents. */
export type PurchaseProblem =
  | { readonly code: 'item_not_priced'; readonly orderItemId: number }
  | { readonly code: 'proposal_not_partial' }
  | { readonly code: 'minimum_not_reached'; readonly missing: bigint };

/**
 * Plans the purchase of items from a proposal, on the terms it offers: whole, or in part from its
 * minimum on. Buying everything that it offers always reaches the minimum. The full freight is due
 * with the first purchase.
 */
export function planPurchase(
  proposal: AwardProposal,
  orderItemIds: ReadonlySet<number>,
):
  | { readonly ok: true; readonly purchase: PlannedPurchase }
  | { readonly ok: false; readonly problem: PurchaseProblem } {
  const { offers, bought, terms } = proposal;
  const offered = new Set(offers.map(({ orderItemId }) => orderItemId));
  for (const orderItemId of orderItemIds)
    if (!offered.has(orderItemId))
      return { ok: false, problem: { code: 'item_not_priced', orderItemId } };
  const isWhole = orderItemIds.size === offers.length;
  if (!terms.allowsPartial && !isWhole)
    return { ok: false, problem: { code: 'proposal_not_partial' } };
  const chosen = itemsOf(proposal, orderItemIds);
  const itemsAmount = sum(chosen.map(({ total }) => total));
  const before = sum(
    offers.filter(({ orderItemId }) => bought.has(orderItemId)).map(({ total }) => total),
  );
  const missing = (terms.minimum ?? 0n) - before - itemsAmount;
  if (missing > 0n && bought.size + orderItemIds.size < offers.length)
    return { ok: false, problem: { code: 'minimum_not_reached', missing } };
  return {
    ok: true,
    purchase: {
      kind: isWhole ? 'whole' : 'partial',
      items: chosen,
      itemsAmount,
      freightAmount: freightOf(proposal, chosen),
    },
  };
}

function itemsOf(
  { offers, freight, terms }: AwardProposal,
  orderItemIds: ReadonlySet<number>,
): PlannedItem[] {
  const shares =
    freight !== null && terms.freightRule === 'proportional'
      ? freightShares(
          freight,
          offers.map(({ total }) => total),
        )
      : [];
  return offers
    .map((offer, index) => ({ ...offer, freightShare: shares[index] ?? 0n }))
    .filter(({ orderItemId }) => orderItemIds.has(orderItemId));
}

function freightOf(
  { freight, terms, bought }: AwardProposal,
  items: readonly PlannedItem[],
): bigint | null {
  if (freight === null) return null;
  // A proposal that offers nothing shares its freight with no item.
  if (terms.freightRule === 'proportional' && items.length > 0)
    return sum(items.map(({ freightShare }) => freightShare));
  return bought.size === 0 ? freight : 0n;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
