import type { FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import type { Moment } from '../../../platform/pdf/letterhead.ts';

// Content of a printed purchase order, as plain data that can be sent to the rendering thread.
// Decimals are text, dates 'YYYY-MM-DD', times 'YYYY-MM-DD HH:MM:SS' in the platform's zone.

/** A purchase order to be printed: the supplier's copy, or the producer's, which names no supplier. */
export interface PurchaseDocument extends Moment {
  readonly number: string;
  readonly state_label: string;
  readonly awarded_at: string;
  readonly order: {
    readonly number: string;
    readonly description: string;
    readonly delivery_date: string | null;
    readonly delivery_address: string | null;
  };
  /** `Proposta Ipê` on the producer's copy; the supplier does not know the mark. */
  readonly proposal_name: string | null;
  /** Null on the supplier's copy once the contact is closed: released, revoked, or erased. */
  readonly producer: Party | null;
  /** Null on the producer's copy. */
  readonly supplier: Party | null;
  readonly payment_terms: string | null;
  readonly delivery_days: number | null;
  /** The supplier's own number; only on its copy. */
  readonly supplier_reference: string | null;
  readonly items: readonly PurchaseDocumentItem[];
  readonly items_amount: string;
  readonly freight_amount: string | null;
  readonly freight_kind: FreightKindWithoutAmount | null;
  /** Null where the freight is unknown or the producer's own. */
  readonly landed_total: string | null;
  readonly has_pesticide: boolean;
}

/** A producer or supplier named on a purchase order; the document is a CPF or CNPJ with its punctuation. */
export interface Party {
  readonly name: string;
  readonly document: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly address: string | null;
}

export interface PurchaseDocumentItem {
  /** Within the purchase, from 1: the invoice refers to it. */
  readonly position: number;
  readonly product: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
  /** What was asked for, where a similar product is bought. */
  readonly instead_of: string | null;
  readonly requested_notes: string | null;
  readonly quantity: string;
  readonly unit: string;
  readonly unit_price: string;
  readonly total_price: string;
}

/** Renders a purchase order as a PDF outside the event loop. */
export type PurchasePrinter = (document: PurchaseDocument) => Promise<Buffer>;
