import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { JustificationType } from '@lavra/domain/proposal/justification';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';

// What a decision record keeps for ever, as the award's own statement builds it. Suppliers are letters drawn for the
// record alone, their texts are masked before they are stored; decimals are exact text, times as on the wire.

/** The whole record. Letters count from 0. */
export interface DecisionContent {
  readonly order: DecisionOrder;
  readonly items: readonly DecisionItem[];
  /** By letter. */
  readonly proposals: readonly DecisionProposal[];
  readonly chosen: number;
  /**
   * Proposals that price everything the chosen one prices, in the same quantities, withdrawn ones apart: only their totals
   * over those items can be compared with it. `cheaper` are the letters of those that ask less.
   */
  readonly comparable: number;
  readonly cheaper: readonly number[];
  readonly is_cheapest: boolean;
  readonly reason: string | null;
}

export interface DecisionOrder {
  readonly number: string;
  readonly description: string;
  readonly closure_type: ClosureType;
  readonly deadline_date: string;
  readonly delivery_date: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly payment_terms: string | null;
  readonly published_at: string | null;
  readonly awarded_at: string;
  readonly has_pesticide: boolean;
}

export interface DecisionItem {
  readonly position: number;
  readonly product: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
  readonly quantity: string;
  readonly unit: string;
  /** Null when nobody prices it. */
  readonly best_unit_price: string | null;
  readonly answers: readonly DecisionAnswer[];
}

/** What one proposal says of one item; `unit_price` is null when it offers nothing. */
export interface DecisionAnswer {
  /** It has a price, for a quantity of 0; older records do not say. */
  readonly not_offered?: boolean;
  readonly letter: number;
  readonly unit_price: string | null;
  readonly quantity: string;
  readonly total_price: string;
  readonly is_best: boolean;
  readonly justification_type: JustificationType | null;
  readonly justification: string | null;
  /** The name of what is offered instead; null when it is what was asked for. */
  readonly similar: string | null;
  readonly similar_description: string | null;
  readonly notes: string | null;
}

export interface DecisionProposal {
  /** False where its supplier's account was blocked or deleted; older records do not say. */
  readonly available?: boolean;
  readonly letter: number;
  readonly status: ProposalStatus;
  readonly submitted_at: string;
  readonly validity_date: string | null;
  readonly delivery_days: number | null;
  readonly priced_items: number;
  readonly best_prices: number;
  readonly total_amount: string;
  readonly freight_amount: string | null;
  readonly landed_total: string;
  readonly payment_terms: string | null;
  readonly notes: string | null;
  readonly rejection_reason: string | null;
}
