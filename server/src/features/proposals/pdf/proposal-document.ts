import type { Moment } from '../../../platform/pdf/letterhead.ts';

// Everything a printed proposal says, as plain data that can travel to the thread that prints it.
// Decimals are text ('1234.5600'), dates 'YYYY-MM-DD', times 'YYYY-MM-DD HH:MM:SS' in the platform's zone.

/** A proposal as it goes on paper. `supplier` is null on the anonymous copy, which names nobody. */
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
  /** Where the goods go. */
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
  /** A `draft` is marked as one on every page. */
  readonly status: string;
  readonly status_label: string;
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly validity_date: string | null;
  readonly notes: string | null;
  readonly payment_terms: string | null;
  readonly delivery_days: number | null;
  /** The supplier's own number for it; never printed without a supplier. */
  readonly supplier_reference: string | null;
  readonly total_amount: string;
  readonly freight_amount: string | null;
  readonly landed_total: string | null;
}

export interface ProposalDocumentItem {
  readonly position: number;
  readonly product: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
  readonly requested_quantity: string;
  readonly unit: string;
  readonly offered_quantity: string | null;
  /** Null or zero: not priced, `justification` says why. */
  readonly unit_price: string | null;
  readonly total_price: string;
  readonly justification: { readonly label: string; readonly text: string | null } | null;
  readonly similar: { readonly name: string; readonly description: string | null } | null;
  readonly notes: string | null;
}

const isAboveZero = (decimal: string | null): boolean => decimal !== null && /[1-9]/.test(decimal);

/** Whether the item carries a price. */
export const hasPrice = (item: ProposalDocumentItem): boolean => isAboveZero(item.unit_price);

/** Whether the item is offered: `isOffered` of the domain for printed decimals. */
export const isOffered = (item: ProposalDocumentItem): boolean =>
  hasPrice(item) && isAboveZero(item.total_price);

/** The eight characters people call a proposal by. The first ones of its uuid would be a moment in time. */
export function shortCode(uuid: string): string {
  return uuid.slice(-8);
}

/** Prints a proposal somewhere off the event loop. */
export type ProposalPrinter = (document: ProposalDocument) => Promise<Buffer>;
