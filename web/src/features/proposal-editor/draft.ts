import type { OrderItem, SupplierOrder } from '@lavra/contract/orders/schemas';
import type {
  Proposal,
  ProposalDraftBody,
  ProposalItem,
  ProposalItemInput,
} from '@lavra/contract/proposals/schemas';
import { justificationLabels, type JustificationType } from '@lavra/domain/proposal/justification';
import { readDecimal } from '../../text/decimal.ts';

/** How an item is answered. */
export const answers = ['price', 'similar', 'none'] as const;
export type Answer = (typeof answers)[number];

/** A row of the proposal while it is edited: texts, not numbers yet. */
export interface DraftRow {
  readonly itemId: number;
  readonly productId: number;
  readonly answer: Answer;
  readonly price: string;
  readonly quantity: string;
  readonly similarName: string;
  readonly similarDescription: string;
  readonly reason: JustificationType;
  readonly justification: string;
  readonly notes: string;
}

/** The terms of the whole proposal while they are edited. */
export interface DraftTerms {
  readonly freight: string;
  readonly deliveryDays: string;
  readonly paymentTerms: string;
  readonly validity: string;
  readonly notes: string;
  readonly reference: string;
}

export interface Draft {
  readonly rows: readonly DraftRow[];
  readonly terms: DraftTerms;
}

const price = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const plainNumber = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Formats a unit price for its cell: `21,4892`. */
export const writePrice = (value: number | Digits): string => price.format(value);
export const writeQuantity = (value: number | Digits): string => plainNumber.format(value);
/** Plain digits with a point; formatted directly, without conversion to a number. */
export type Digits = `${number}`;

/** Returns the order's rows, filled in from the proposal. */
export function draftOf({ items }: Pick<SupplierOrder, 'items'>, proposal?: Proposal): Draft {
  const offered = new Map(proposal?.items.map((item) => [item.order_item_id, item]));
  return { rows: items.map((item) => rowOf(item, offered.get(item.id))), terms: termsOf(proposal) };
}

function rowOf(item: OrderItem, offered: ProposalItem | undefined): DraftRow {
  const reason = offered?.justification_type ?? 'unavailable';
  const declined =
    offered !== undefined &&
    !offered.has_price &&
    (offered.has_justification || offered.justification_type !== null);
  return {
    itemId: item.id,
    productId: item.product_id,
    answer: declined ? 'none' : offered?.offers_similar === true ? 'similar' : 'price',
    price:
      offered?.has_price === true && offered.unit_price !== null
        ? writePrice(offered.unit_price)
        : '',
    quantity: writeQuantity(offered?.quantity ?? item.quantity),
    similarName: offered?.similar_product_name ?? '',
    similarDescription: offered?.similar_product_description ?? '',
    // The reason's label was stored in place of an empty text.
    reason,
    justification:
      offered?.justification === justificationLabels[reason] ? '' : (offered?.justification ?? ''),
    notes: offered?.notes ?? '',
  };
}

function termsOf(proposal: Proposal | undefined): DraftTerms {
  return {
    freight:
      typeof proposal?.freight_amount === 'number' ? writePrice(proposal.freight_amount) : '',
    deliveryDays: String(proposal?.delivery_days ?? ''),
    paymentTerms: proposal?.payment_terms ?? '',
    validity: proposal?.validity_date ?? '',
    notes: proposal?.notes ?? '',
    reference: proposal?.supplier_reference ?? '',
  };
}

/**
 * Returns the draft as the service accepts it. Untouched rows are left out; call it only when
 * `cellProblem` finds nothing.
 */
export function bodyOf(
  { items }: Pick<SupplierOrder, 'items'>,
  { rows, terms }: Draft,
): ProposalDraftBody {
  const requested = new Map(items.map(({ id, quantity }) => [id, quantity]));
  return {
    items: rows
      .filter((row) => isTouched(row, requested.get(row.itemId)))
      .map((row) => itemOf(row, requested.get(row.itemId) ?? 0)),
    notes: textOrNull(terms.notes),
    validity_date: textOrNull(terms.validity),
    payment_terms: textOrNull(terms.paymentTerms),
    supplier_reference: textOrNull(terms.reference),
    freight_amount: readDecimal(terms.freight, 2) ?? null,
    delivery_days: readDecimal(terms.deliveryDays, 0) ?? null,
  };
}

function itemOf(row: DraftRow, requested: number): ProposalItemInput {
  const declined = row.answer === 'none';
  const similar = row.answer === 'similar';
  return {
    order_item_id: row.itemId,
    product_id: row.productId,
    unit_price: declined ? null : (readDecimal(row.price, 4) ?? null),
    quantity: readDecimal(row.quantity, 3) ?? requested,
    offers_similar: similar,
    similar_product_name: similar ? textOrNull(row.similarName) : null,
    similar_product_description: similar ? textOrNull(row.similarDescription) : null,
    justification_type: declined ? row.reason : null,
    justification: declined ? (textOrNull(row.justification) ?? ownWords(row.reason)) : null,
    notes: textOrNull(row.notes),
  };
}

/**
 * Returns the reason's label as its justification, except for "Outro motivo", which explains
 * nothing.
 */
const ownWords = (reason: JustificationType): string | null =>
  reason === 'other' ? null : justificationLabels[reason];

const isTouched = (row: DraftRow, requested: number | undefined): boolean =>
  row.answer !== 'price' ||
  row.price.trim() !== '' ||
  row.notes.trim() !== '' ||
  (row.quantity.trim() !== '' && readDecimal(row.quantity, 3) !== requested);

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Returns true when two drafts would send the same body. */
export const isSameDraft = (
  order: Pick<SupplierOrder, 'items'>,
  one: Draft,
  other: Draft,
): boolean => JSON.stringify(bodyOf(order, one)) === JSON.stringify(bodyOf(order, other));
