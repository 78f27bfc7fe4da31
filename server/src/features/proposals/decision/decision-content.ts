import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import type { JustificationType } from '@lavra/domain/proposal/justification';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';

// Content that a decision record stores permanently, as the statement of the award builds it.
// Suppliers appear as the letters of the session that decided and as the marks of the order, and
// their texts are masked before they are stored; decimals are exact text, times as on the wire.

/** The whole record. Letters count from 0. */
export interface DecisionContent {
  readonly order: DecisionOrder;
  readonly items: readonly DecisionItem[];
  /** By letter. */
  readonly proposals: readonly DecisionProposal[];
  /** The only winner; null where several proposals were bought from. */
  readonly chosen: number | null;
  /** By letter; absent in older records, whose only winner was bought whole. */
  readonly winners?: readonly DecisionWinner[];
  /**
   * Number of proposals that price every item of the chosen one in the same quantities, without
   * withdrawn ones: only their totals over those items are comparable with it. `cheaper` are the
   * letters of those with a lower total.
   */
  readonly comparable: number;
  readonly cheaper: readonly number[];
  readonly is_cheapest: boolean;
  readonly reason: string | null;
  /**
   * The letters of the proposals that the record shows price by price and in their words; absent
   * where these are all. The figures are those of all proposals in any case, and the answer that an
   * item was bought by is there, of whichever proposal.
   */
  readonly shown?: readonly number[];
}

/** What was bought from one proposal. */
export interface DecisionWinner {
  readonly letter: number;
  /** Number of items. */
  readonly items: number;
  readonly items_amount: string;
  readonly freight_amount: string | null;
}

/** What a later round bought, as the statement of that award builds it. */
export interface DecisionRound {
  readonly round: number;
  readonly awarded_at: string;
  readonly reason: string | null;
  /** By the letter of the session that bought. */
  readonly winners: readonly RoundWinner[];
}

/** What a later round bought from one proposal; `bought` is null where that is nothing. */
export interface RoundWinner extends DecisionWinner {
  readonly mark: number;
  readonly bought: readonly RoundItem[] | null;
}

export interface RoundItem {
  readonly position: number;
  readonly product: string;
  readonly unit: string;
  readonly unit_price: string;
  readonly quantity: string;
  readonly total_price: string;
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
  /** Null when no proposal offers the item in the quantity asked for. */
  readonly best_unit_price: string | null;
  /** The letter that it was bought from, null where it was not; absent in older records. */
  readonly chosen?: number | null;
  readonly answers: readonly DecisionAnswer[];
}

/** One proposal's offer for one item; `unit_price` is null when nothing is offered. */
export interface DecisionAnswer {
  /** It has a price, but for a quantity of 0; absent in older records. */
  readonly not_offered?: boolean;
  readonly letter: number;
  readonly unit_price: string | null;
  readonly quantity: string;
  readonly total_price: string;
  readonly is_best: boolean;
  readonly justification_type: JustificationType | null;
  readonly justification: string | null;
  /** The name of the product offered instead; null when the requested product is offered. */
  readonly similar: string | null;
  /** The item takes no similar product; absent in older records. */
  readonly unwanted?: boolean;
  readonly similar_description: string | null;
  readonly notes: string | null;
}

export interface DecisionProposal {
  /** False when its supplier's account was blocked or deleted; absent in older records. */
  readonly available?: boolean;
  readonly letter: number;
  /**
   * The number of its mark. Absent in older records: their letters were drawn for the record alone.
   */
  readonly mark?: number;
  readonly status: ProposalStatus;
  readonly submitted_at: string;
  readonly validity_date: string | null;
  readonly delivery_days: number | null;
  readonly priced_items: number;
  readonly best_prices: number;
  readonly total_amount: string;
  readonly freight_amount: string | null;
  /** Absent in older records. */
  readonly freight_kind?: FreightKindWithoutAmount | null;
  readonly landed_total: string;
  readonly payment_terms: string | null;
  readonly notes: string | null;
  readonly rejection_reason: string | null;
}
