import type {
  CreateOrderBody,
  DeliveryAddressInput,
  OrderItemInput,
  UpdateOrderBody,
} from '@lavra/contract/orders/schemas';
import { parseTimestamp } from '@lavra/domain/calendar/calendar';
import { formatDecimal, type DecimalProblem } from '@lavra/domain/money/decimal';
import { parseQuantity, QUANTITY_SCALE } from '@lavra/domain/money/proposal-total';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import { isPublishAtAfterDeadline } from '@lavra/domain/order/order-rules';
import { blankToNull, isBlank } from '@lavra/domain/text/blank';
import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { FieldCode } from '../../platform/texts/field-texts.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { findCity } from '../places/places-feature.ts';
import type { DraftItemRow } from './order-item.ts';

/** Columns of a draft that were sent; an absent one keeps its stored value. */
export interface DraftColumns {
  description?: string;
  deadline_date?: string;
  closure_type?: ClosureType;
  split_award?: boolean;
  delivery_date?: string | null;
  delivery_city_id?: number | null;
  delivery_address?: string | null;
  payment_terms?: string | null;
  notes?: string | null;
  publish_at?: Date | null;
}

/** An item to be written; its quantity is exact decimal text. */
export type DraftItem = Readonly<DraftItemRow> & { readonly position: number };

/**
 * The stored dates: when only one of the two is sent, it must be consistent with the stored other
 * one.
 */
export interface StoredDates {
  readonly deadlineDate: string;
  readonly publishAt: Date | null;
}

/**
 * Validates a draft's body and reports all invalid fields at once. `items` is absent when none were
 * sent. Throws `InvalidFields`.
 */
export async function readDraft(
  db: Db,
  body: CreateOrderBody | UpdateOrderBody,
  { zone, stored }: { zone: string; stored?: StoredDates },
): Promise<{ columns: DraftColumns; items: DraftItem[] | undefined }> {
  const fields = new FieldErrors();
  const columns: DraftColumns = {
    ...plainColumns(body, fields),
    ...publishColumn(body.publish_at, zone, fields),
    ...(await deliveryColumns(db, body.delivery_address, fields)),
  };
  const items = body.items === undefined ? undefined : await readItems(db, body.items, fields);
  fields.throwIfAny();
  assertDatesAgree(columns, stored, zone);
  return { columns, items };
}

function plainColumns(body: CreateOrderBody | UpdateOrderBody, fields: FieldErrors): DraftColumns {
  const { description, deadline_date, closure_type, split_award } = body;
  const { delivery_date, payment_terms, notes } = body;
  if (description !== undefined && isBlank(description)) fields.add('description', 'not_blank');
  return {
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(deadline_date === undefined ? {} : { deadline_date }),
    ...(closure_type === undefined ? {} : { closure_type }),
    ...(split_award === undefined ? {} : { split_award }),
    ...(delivery_date === undefined ? {} : { delivery_date }),
    ...(payment_terms === undefined ? {} : { payment_terms: blankToNull(payment_terms) }),
    ...(notes === undefined ? {} : { notes: blankToNull(notes) }),
  };
}

function publishColumn(
  text: string | null | undefined,
  zone: string,
  fields: FieldErrors,
): DraftColumns {
  if (text === undefined || text === null) return text === undefined ? {} : { publish_at: null };
  const publish_at = parseTimestamp(text, zone);
  if (publish_at === null) fields.add('publish_at', 'timestamp');
  return { publish_at };
}

async function deliveryColumns(
  db: Db,
  address: DeliveryAddressInput | null | undefined,
  fields: FieldErrors,
): Promise<DraftColumns> {
  if (address === undefined) return {};
  if (address === null) return { delivery_city_id: null, delivery_address: null };
  const {
    city,
    state,
    postal_code = null,
    street = null,
    number = null,
    complement = null,
    district = null,
  } = address;
  const found = await findCity(db, city, state);
  if (found === undefined) fields.add('delivery_address.city', 'city');
  const details = { postal_code, street, number, complement, district };
  const kept = Object.fromEntries(
    Object.entries(details).map(([name, text]) => [name, blankToNull(text)]),
  );
  return { delivery_city_id: found?.id ?? null, delivery_address: JSON.stringify(kept) };
}

const knownReferences = statement({
  name: 'order-item-references',
  params: params<{ product_ids: number[]; units: string[] }>(),
  columns: { products: col.ints, unlisted: col.ints, units: col.texts },
  // Locked until the items refer to them, so that no other transaction deletes them in between.
  text: `
    SELECT
      ARRAY(SELECT p.id FROM products p
        WHERE p.id = ANY(:product_ids::bigint[]) AND ${orderableSql('p')} FOR KEY SHARE) AS products,
      ARRAY(SELECT p.id FROM products p
        WHERE p.id = ANY(:product_ids::bigint[]) AND p.is_unlisted) AS unlisted,
      ARRAY(SELECT u.symbol FROM measurement_units u
        WHERE fold(u.symbol) = ANY(:units::text[]) FOR KEY SHARE) AS units`,
});

async function readItems(
  db: Db,
  items: readonly OrderItemInput[],
  fields: FieldErrors,
): Promise<DraftItem[]> {
  const product_ids = [...new Set(items.map((item) => item.product_id))];
  const units = [...new Set(items.map((item) => fold(item.unit)))];
  const found =
    items.length === 0 ? undefined : await db.row(knownReferences, { product_ids, units });
  const known = {
    products: new Set(found?.products),
    unlisted: new Set(found?.unlisted),
    units: new Map(found?.units.map((symbol) => [fold(symbol), symbol])),
  };
  return items.map((item, index) => {
    if (!known.products.has(item.product_id)) fields.add(`items.${index}.product_id`, 'product');
    const notes = blankToNull(item.notes ?? null);
    if (notes === null && known.unlisted.has(item.product_id))
      fields.add(`items.${index}.notes`, 'unlisted_product');
    const unit = known.units.get(fold(item.unit));
    if (unit === undefined) fields.add(`items.${index}.unit`, 'unit');
    return {
      position: index + 1,
      product_id: item.product_id,
      quantity: readQuantity(item.quantity, `items.${index}.quantity`, fields),
      unit: unit ?? item.unit,
      notes,
      allow_similar: item.allow_similar ?? true,
    };
  });
}

const quantityProblems: Readonly<Record<DecimalProblem, FieldCode>> = {
  not_a_number: 'type_number',
  negative: 'positive',
  too_many_decimals: 'too_many_decimals',
  too_large: 'too_large',
  too_precise: 'too_precise',
};

function readQuantity(value: number, path: string, fields: FieldErrors): string {
  const parsed = parseQuantity(value);
  if (!parsed.ok) fields.add(path, quantityProblems[parsed.reason], { limit: QUANTITY_SCALE });
  else if (parsed.units === 0n) fields.add(path, 'positive');
  return parsed.ok ? formatDecimal(parsed.units, QUANTITY_SCALE) : '0';
}

function assertDatesAgree(
  columns: DraftColumns,
  stored: StoredDates | undefined,
  zone: string,
): void {
  const deadlineDate = columns.deadline_date ?? stored?.deadlineDate;
  const publishAt =
    columns.publish_at === undefined ? (stored?.publishAt ?? null) : columns.publish_at;
  if (deadlineDate !== undefined && isPublishAtAfterDeadline(publishAt, deadlineDate, zone))
    throw new RuleError('order_publish_after_deadline');
}
