import type { FreightRule } from '@lavra/domain/award/partial-terms';
import type { FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import type { Moment } from '../../../platform/pdf/letterhead.ts';
import type { RequestedItem } from '../../orders/orders-feature.ts';

// Content of a printed proposal, as plain data that can be sent to the rendering thread. Decimals
// are text ('1234.5600'), dates 'YYYY-MM-DD', times 'YYYY-MM-DD HH:MM:SS' in the platform's zone.

/** A proposal to be printed. `supplier` is null on the anonymous copy, which names no one. */
export interface ProposalDocument extends Moment {
  readonly has_pesticide: boolean;
  readonly order: ProposalDocumentOrder;
  readonly producer: {
    readonly initials: string;
    readonly city: string | null;
    readonly state: string | null;
  };
  readonly supplier: ProposalDocumentSupplier | null;
  readonly proposal: ProposalDocumentTerms;
  readonly items: readonly ProposalDocumentItem[];
}

export interface ProposalDocumentOrder {
  readonly number: string;
  readonly description: string;
  readonly deadline_date: string;
  readonly closure_label: string;
  /** Where the goods are delivered. */
  readonly city: string | null;
  readonly state: string | null;
  readonly delivery_date: string | null;
}

export interface ProposalDocumentSupplier {
  readonly name: string;
  /** CPF or CNPJ with its punctuation. */
  readonly document: string;
  readonly address: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
}

export interface ProposalDocumentTerms {
  readonly uuid: string;
  /** A `draft` is marked as such on every page. */
  readonly status: string;
  readonly status_label: string;
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly validity_date: string | null;
  readonly notes: string | null;
  readonly payment_terms: string | null;
  readonly delivery_days: number | null;
  /** The supplier's own number for the proposal; never printed without a supplier. */
  readonly supplier_reference: string | null;
  readonly total_amount: string;
  readonly freight_amount: string | null;
  /** Null beside an amount, and where nothing is said. */
  readonly freight_kind: FreightKindWithoutAmount | null;
  readonly allows_partial: boolean;
  readonly partial_minimum: string | null;
  readonly freight_rule: FreightRule;
  /** Null when unknown. */
  readonly landed_total: string | null;
}

export interface ProposalDocumentItem extends RequestedItem {
  readonly offered_quantity: string | null;
  /** Null or zero when the item is not priced; `justification` is the reason. */
  readonly unit_price: string | null;
  readonly total_price: string;
  readonly justification: { readonly label: string; readonly text: string | null } | null;
  readonly similar: { readonly name: string; readonly description: string | null } | null;
  readonly notes: string | null;
}

const isAboveZero = (decimal: string | null): boolean => decimal !== null && /[1-9]/.test(decimal);

/** Returns true when the item has a price. */
export const hasPrice = (item: ProposalDocumentItem): boolean => isAboveZero(item.unit_price);

/** Returns true when the item is offered: `isOffered` of the domain for printed decimals. */
export const isOffered = (item: ProposalDocumentItem): boolean =>
  hasPrice(item) && isAboveZero(item.total_price);

/**
 * Returns the eight characters that identify a proposal for people. They are the last ones: the
 * first ones of its UUID encode its time.
 */
export function shortCode(uuid: string): string {
  return uuid.slice(-8);
}

/** Renders a proposal as a PDF outside the event loop. */
export type ProposalPrinter = (document: ProposalDocument) => Promise<Buffer>;
