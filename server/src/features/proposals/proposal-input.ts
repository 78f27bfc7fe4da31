import type { ProposalDraftBody, ProposalItemInput } from '@lavra/contract/proposals/schemas';
import { formatDecimal, type ParsedDecimal } from '@lavra/domain/money/decimal';
import {
  AMOUNT_SCALE,
  QUANTITY_SCALE,
  UNIT_PRICE_SCALE,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
  priceProposal,
  type PricedItem,
} from '@lavra/domain/money/proposal-total';
import type { FreightRule } from '@lavra/domain/award/partial-terms';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import type { FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import { blankToNull } from '@lavra/domain/text/blank';
import type { FieldErrors } from '../../platform/errors.ts';
import type { ItemRecord } from './proposal-item.ts';

/** The items with their exact totals. */
export interface PricedItems {
  readonly records: readonly ItemRecord[];
  readonly totalAmount: string;
}

/** The terms that were sent; an absent one keeps its stored value. */
export type Terms = Partial<
  Readonly<
    Record<
      'notes' | 'validity_date' | 'payment_terms' | 'supplier_reference' | 'freight_amount',
      string | null
    > & {
      delivery_days: number | null;
      /** Null beside an amount, and where nothing is said. */
      freight_kind: FreightKindWithoutAmount | null;
    } & StoredPartialTerms
  >
>;

/** On which terms a proposal may be bought in part, as the database stores them. */
export interface StoredPartialTerms {
  readonly allows_partial: boolean;
  /** Null without consent to a sale in part, too. */
  readonly partial_minimum: string | null;
  readonly freight_rule: FreightRule;
}

/** Prices the items of a body and adds their problems to `fields`. */
export function priceItems(items: readonly ProposalItemInput[], fields: FieldErrors): PricedItems {
  const seen = new Set<number>();
  const parsed = items.map((item, index): PricedItem => {
    if (seen.has(item.order_item_id))
      fields.add(`items.${index}.order_item_id`, 'order_item_twice');
    seen.add(item.order_item_id);
    const price = item.unit_price ?? null;
    return {
      unitPrice:
        price === null
          ? null
          : decimal(parseUnitPrice(price), UNIT_PRICE_SCALE, `items.${index}.unit_price`, fields),
      quantity: decimal(
        parseQuantity(item.quantity),
        QUANTITY_SCALE,
        `items.${index}.quantity`,
        fields,
      ),
    };
  });
  const priced = priceProposal(parsed);
  if (!priced.ok) {
    const paths =
      priced.tooLarge === 'total'
        ? ['items']
        : priced.tooLarge.map((index) => `items.${index}.unit_price`);
    for (const path of paths) fields.add(path, 'total_too_large');
    return { records: [], totalAmount: '0' };
  }
  const records = items.map((item, index) =>
    record(item, parsed[index] ?? NOTHING, priced.itemTotals[index] ?? 0n),
  );
  return { records, totalAmount: formatDecimal(priced.total, AMOUNT_SCALE) };
}

const NOTHING: PricedItem = { unitPrice: null, quantity: 0n };

function record(
  item: ProposalItemInput,
  { unitPrice, quantity }: PricedItem,
  total: bigint,
): ItemRecord {
  return {
    order_item_id: item.order_item_id,
    product_id: item.product_id,
    unit_price: unitPrice === null ? null : formatDecimal(unitPrice, UNIT_PRICE_SCALE),
    quantity: formatDecimal(quantity, QUANTITY_SCALE),
    total_price: formatDecimal(total, AMOUNT_SCALE),
    offers_similar: item.offers_similar ?? false,
    ...byItemText((name) => text(item[name])),
    justification_type: item.justification_type ?? null,
  };
}

/** Returns the terms of a body in stored form. */
export function termsOf(
  body: Partial<Omit<ProposalDraftBody, 'items' | 'order_id'>>,
  fields: FieldErrors,
): Terms {
  return {
    ...(body.notes === undefined ? {} : { notes: text(body.notes) }),
    ...(body.validity_date === undefined ? {} : { validity_date: body.validity_date }),
    ...(body.payment_terms === undefined ? {} : { payment_terms: text(body.payment_terms) }),
    ...(body.supplier_reference === undefined
      ? {}
      : { supplier_reference: text(body.supplier_reference) }),
    ...(body.delivery_days === undefined ? {} : { delivery_days: body.delivery_days }),
    ...freightTermsOf(body, fields),
    ...partialTermsOf(body, fields),
  };
}

/**
 * Returns on which terms the proposal may be bought in part. A minimum needs the consent beside it;
 * one of 0 is none.
 */
export function partialTermsOf(
  {
    allows_partial: allows,
    partial_minimum: minimum,
    freight_rule,
  }: Pick<Partial<ProposalDraftBody>, 'allows_partial' | 'partial_minimum' | 'freight_rule'>,
  fields: FieldErrors,
): Partial<StoredPartialTerms> {
  const cents =
    typeof minimum === 'number'
      ? decimal(parseAmount(minimum), AMOUNT_SCALE, 'partial_minimum', fields)
      : 0n;
  if (cents > 0n && allows !== true) fields.add('partial_minimum', 'minimum_without_parts');
  return {
    ...(allows === undefined ? {} : { allows_partial: allows }),
    ...(freight_rule === undefined ? {} : { freight_rule }),
    ...(minimum === undefined && allows !== false
      ? {}
      : { partial_minimum: cents === 0n ? null : formatDecimal(cents, AMOUNT_SCALE) }),
  };
}

/**
 * Returns kind and amount of the freight. Clients that know no kinds send the amount alone: a value
 * replaces a stored kind, null leaves it.
 */
function freightTermsOf(
  { freight_amount: amount, freight_kind: kind }: Partial<ProposalDraftBody>,
  fields: FieldErrors,
): Pick<Terms, 'freight_amount' | 'freight_kind'> {
  const withoutAmount = kind === 'included' || kind === 'by_producer';
  if (withoutAmount && typeof amount === 'number')
    fields.add('freight_amount', 'freight_no_amount');
  const parsed =
    typeof amount === 'number'
      ? formatDecimal(
          decimal(parseAmount(amount), AMOUNT_SCALE, 'freight_amount', fields),
          AMOUNT_SCALE,
        )
      : amount;
  if (withoutAmount) return { freight_amount: null, freight_kind: kind };
  return {
    ...(parsed === undefined ? {} : { freight_amount: parsed }),
    ...(kind === undefined && typeof amount !== 'number' ? {} : { freight_kind: null }),
  };
}

function decimal(parsed: ParsedDecimal, scale: number, path: string, fields: FieldErrors): bigint {
  if (parsed.ok) return parsed.units;
  if (parsed.reason === 'too_many_decimals')
    fields.add(path, 'too_many_decimals', { limit: scale });
  else if (parsed.reason === 'too_large' || parsed.reason === 'too_precise')
    fields.add(path, parsed.reason);
  else fields.add(path, 'type_number');
  return 0n;
}

const text = (value: string | null | undefined): string | null => blankToNull(value ?? null);
