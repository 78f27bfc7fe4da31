import type { OrderItem } from '@lavra/contract/orders/schemas';
import { from, recordSql } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import { itemNameSql } from '../catalogue/catalogue-feature.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { maskOfProducer, maskWords } from '../identities/identities-feature.ts';

/**
 * Columns of order item `oi` and of its product `op`, prefixed so that they can be selected beside
 * another row's.
 */
export const orderItemColumns = {
  item_id: from('oi.id', col.int),
  item_position: from('oi.position', col.int),
  item_quantity: from('oi.quantity', col.numeric),
  item_unit: from('oi.unit', col.text),
  item_notes: from('oi.notes', orNull(col.text)),
  item_allow_similar: from('oi.allow_similar', col.boolean),
  asked_id: from('oi.product_id', col.int),
  asked_name: from(itemNameSql('op', 'oi'), col.text),
  asked_unlisted: from('op.is_unlisted', col.boolean),
  asked_brand: from('op.brand', orNull(col.text)),
  asked_active_ingredient: from('op.active_ingredient', orNull(col.text)),
  asked_concentration: from('op.concentration', orNull(col.text)),
  asked_unit: from('op.unit', col.text),
};
export type OrderItemRow = RowOf<typeof orderItemColumns>;

/**
 * Masks the contacts in items as suppliers read them: in their notes, and in the name of an item
 * outside the catalogue, which its notes are.
 */
export async function maskOrderItems(items: readonly OrderItemRow[]): Promise<OrderItemRow[]> {
  const noted = await maskWords(items, ['item_notes']);
  return presentOneByOne(noted, async (item) =>
    item.asked_unlisted
      ? { ...item, asked_name: (await maskOfProducer(item.asked_name)) ?? '' }
      : item,
  );
}

/**
 * Columns of order item `oi` and of its product `op` as suppliers read them on a quote sheet or on
 * paper, beside the columns of an offer.
 */
export const requestedItemColumns = {
  position: from('oi.position', col.int),
  product: from(itemNameSql('op', 'oi'), col.text),
  brand: from('op.brand', orNull(col.text)),
  active_ingredient: from('op.active_ingredient', orNull(col.text)),
  concentration: from('op.concentration', orNull(col.text)),
  requested_quantity: from('oi.quantity', col.numeric),
  unit: from('oi.unit', col.text),
  /** What the producer wrote to the item. */
  requested_notes: from('oi.notes', orNull(col.text)),
  allow_similar: from('oi.allow_similar', col.boolean),
};
export type RequestedItem = Readonly<RowOf<typeof requestedItemColumns>>;

/** The producer's words among them, in which contacts are masked. */
export const requestedTexts = ['requested_notes', 'product'] as const;

/** Columns of order item `oi` as a draft takes them. */
export const draftItemColumns = {
  product_id: col.int,
  quantity: col.numeric,
  unit: col.text,
  notes: orNull(col.text),
  allow_similar: col.boolean,
};
export type DraftItemRow = RowOf<typeof draftItemColumns>;

/** SQL: the names of these columns, and the record that holds them in JSON, with the position. */
export const draftItemNames = Object.keys(draftItemColumns).join(', ');
export const draftItemRecord = recordSql({ position: col.int, ...draftItemColumns });

export const presentOrderItem = (row: OrderItemRow): OrderItem => ({
  id: row.item_id,
  position: row.item_position,
  product_id: row.asked_id,
  product: {
    id: row.asked_id,
    name: row.asked_name,
    brand: row.asked_brand,
    active_ingredient: row.asked_active_ingredient,
    concentration: row.asked_concentration,
    unit: row.asked_unit,
  },
  quantity: wireNumber(row.item_quantity),
  unit: row.item_unit,
  notes: row.item_notes,
  allow_similar: row.item_allow_similar,
  is_unlisted: row.asked_unlisted,
});
