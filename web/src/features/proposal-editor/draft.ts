import type { OrderItem } from '@lavra/contract/orders/schemas';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type {
  Proposal,
  ProposalDraftBody,
  ProposalItem,
  ProposalItemInput,
} from '@lavra/contract/proposals/schemas';
import type { FreightRule } from '@lavra/domain/award/partial-terms';
import type { FreightKind } from '@lavra/domain/proposal/freight';
import { justificationLabels, type JustificationType } from '@lavra/domain/proposal/justification';
import { readDecimal } from '../../text/decimal.ts';

/** How an item is answered. */
export const answers = ['price', 'similar', 'none'] as const;
export type Answer = (typeof answers)[number];

/** A row of the proposal while it is edited: texts, not numbers yet. */
export interface DraftRow {
  readonly itemId: number;
  /** The product that was asked for, or a similar one of the catalogue. */
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

/** Returns how a declined item is answered once it is quoted again: as the product it was. */
export const quotedAs = ({ similarName }: DraftRow): Answer =>
  similarName.trim() === '' ? 'price' : 'similar';

/** The terms of the whole proposal while they are edited. */
export interface DraftTerms {
  /** Empty while nothing is chosen. */
  readonly freightKind: FreightKind | '';
  /** The amount, where the kind is `amount`. */
  readonly freight: string;
  readonly deliveryDays: string;
  readonly paymentTerms: string;
  readonly validity: string;
  readonly notes: string;
  readonly reference: string;
  /** Sells only some of the items, too. */
  readonly allowsPartial: boolean;
  /** From this total of them on; empty for any. */
  readonly minimum: string;
  readonly freightRule: FreightRule;
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

/**
 * Returns the order's rows, filled in from the proposal; a new one is sold in part where the
 * producer means to buy so.
 */
export function draftOf(
  { items, split_award }: Pick<SupplierOrder, 'items' | 'split_award'>,
  proposal?: Proposal,
): Draft {
  const offered = new Map(proposal?.items.map((item) => [item.order_item_id, item]));
  return {
    rows: items.map((item) => rowOf(item, offered.get(item.id))),
    terms: termsOf(proposal, split_award),
  };
}

function rowOf(item: OrderItem, offered: ProposalItem | undefined): DraftRow {
  const reason = offered?.justification_type ?? 'unavailable';
  const declined =
    offered !== undefined &&
    !offered.has_price &&
    (offered.has_justification || offered.justification_type !== null);
  // A system may offer another product of the catalogue, which is a similar one too.
  const other = offered?.product_id === item.product_id ? undefined : offered?.product;
  const isSimilar = offered?.offers_similar === true || other !== undefined;
  return {
    itemId: item.id,
    productId: other?.id ?? item.product_id,
    answer: declined ? 'none' : isSimilar ? 'similar' : 'price',
    price:
      offered?.has_price === true && offered.unit_price !== null
        ? writePrice(offered.unit_price)
        : '',
    quantity: writeQuantity(offered?.quantity ?? item.quantity),
    similarName: offered?.similar_product_name ?? other?.name ?? '',
    similarDescription: offered?.similar_product_description ?? '',
    // The reason's label was stored in place of an empty text.
    reason,
    justification:
      offered?.justification === justificationLabels[reason] ? '' : (offered?.justification ?? ''),
    notes: offered?.notes ?? '',
  };
}

function termsOf(proposal: Proposal | undefined, isSplit: boolean): DraftTerms {
  return {
    ...freightTermsOf(proposal),
    deliveryDays: String(proposal?.delivery_days ?? ''),
    paymentTerms: proposal?.payment_terms ?? '',
    validity: proposal?.validity_date ?? '',
    notes: proposal?.notes ?? '',
    reference: proposal?.supplier_reference ?? '',
    ...partialTermsOf(proposal, isSplit),
  };
}

/** Returns who pays the freight, and its amount, as they are edited. */
export const freightTermsOf = (
  offered: Pick<Proposal, 'freight_kind' | 'freight_amount'> | undefined,
): Pick<DraftTerms, 'freightKind' | 'freight'> => ({
  freightKind: offered?.freight_kind ?? '',
  freight: typeof offered?.freight_amount === 'number' ? writePrice(offered.freight_amount) : '',
});

/** Returns the terms of a sale in part as they are edited; without a proposal the order's wish. */
export const partialTermsOf = (
  offered: Pick<Proposal, 'allows_partial' | 'partial_minimum' | 'freight_rule'> | undefined,
  isSplit: boolean,
): Pick<DraftTerms, 'allowsPartial' | 'minimum' | 'freightRule'> => ({
  allowsPartial: offered?.allows_partial ?? isSplit,
  minimum: typeof offered?.partial_minimum === 'number' ? writePrice(offered.partial_minimum) : '',
  freightRule: offered?.freight_rule ?? 'full',
});

/**
 * Returns the draft as the service accepts it. Untouched rows are left out; call it only when
 * `cellProblem` finds nothing.
 */
export function bodyOf(
  { items }: Pick<SupplierOrder, 'items'>,
  { rows, terms }: Draft,
): ProposalDraftBody {
  const asked = new Map(items.map((item) => [item.id, item]));
  return {
    items: rows
      .filter((row) => isTouched(row, asked.get(row.itemId)?.quantity))
      .map((row) => itemOf(row, asked.get(row.itemId))),
    notes: textOrNull(terms.notes),
    validity_date: textOrNull(terms.validity),
    payment_terms: textOrNull(terms.paymentTerms),
    supplier_reference: textOrNull(terms.reference),
    ...freightOf(terms),
    delivery_days: readDecimal(terms.deliveryDays, 0) ?? null,
    allows_partial: terms.allowsPartial,
    partial_minimum: minimumOf(terms),
    freight_rule: terms.freightRule,
  };
}

/** Returns the minimum in reais; null for none, which is also what 0 says. */
function minimumOf({
  allowsPartial,
  minimum,
}: Pick<DraftTerms, 'allowsPartial' | 'minimum'>): number | null {
  const amount = allowsPartial ? (readDecimal(minimum, 2) ?? 0) : 0;
  return amount === 0 ? null : amount;
}

function freightOf({
  freightKind,
  freight,
}: DraftTerms): Pick<ProposalDraftBody, 'freight_kind' | 'freight_amount'> {
  if (freightKind !== 'amount')
    return { freight_kind: freightKind === '' ? null : freightKind, freight_amount: null };
  const amount = readDecimal(freight, 2);
  // Chosen but not typed yet: nothing is said so far.
  return amount === undefined
    ? { freight_kind: null, freight_amount: null }
    : { freight_kind: 'amount', freight_amount: amount };
}

function itemOf(row: DraftRow, asked: OrderItem | undefined): ProposalItemInput {
  const declined = row.answer === 'none';
  const similar = row.answer === 'similar';
  return {
    order_item_id: row.itemId,
    product_id: similar ? row.productId : (asked?.product_id ?? row.productId),
    unit_price: declined ? null : (readDecimal(row.price, 4) ?? null),
    quantity: readDecimal(row.quantity, 3) ?? asked?.quantity ?? 0,
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
