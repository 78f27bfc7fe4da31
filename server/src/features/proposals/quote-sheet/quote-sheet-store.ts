import { freightRules, type FreightRule } from '@lavra/domain/award/partial-terms';
import { justificationTypes, type JustificationType } from '@lavra/domain/proposal/justification';
import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import { itemNameSql } from '../../catalogue/catalogue-feature.ts';
import { maskWords } from '../../identities/identities-feature.ts';

/**
 * An item of the order, and the caller's draft offer for it if there is one. Decimals are exact
 * text.
 */
export interface SheetItem {
  readonly code: number;
  readonly position: number;
  readonly product_id: number;
  readonly product: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
  readonly requested_quantity: string;
  readonly unit: string;
  readonly allow_similar: boolean;
  /** What the producer wrote to the item. */
  readonly requested_notes: string | null;
  /**
   * The draft's product, which can differ from the order's; null when the draft does not contain
   * the item.
   */
  readonly offered_product_id: number | null;
  readonly unit_price: string | null;
  readonly quantity: string | null;
  readonly offers_similar: boolean | null;
  readonly similar_product_name: string | null;
  readonly similar_product_description: string | null;
  readonly justification_type: JustificationType | null;
  readonly justification: string | null;
  readonly notes: string | null;
  /** Of the draft; without one, what the producer means to buy. The same for every item. */
  readonly allows_partial: boolean;
  readonly partial_minimum: string | null;
  readonly freight_rule: FreightRule;
}

const sheetItems = statement({
  name: 'quote-sheet-items',
  params: params<{ order_id: number; supplier_id: number }>(),
  columns: {
    code: col.int,
    position: col.int,
    product_id: col.int,
    product: col.text,
    brand: orNull(col.text),
    active_ingredient: orNull(col.text),
    concentration: orNull(col.text),
    requested_quantity: col.numeric,
    unit: col.text,
    allow_similar: col.boolean,
    requested_notes: orNull(col.text),
    offered_product_id: orNull(col.int),
    unit_price: orNull(col.numeric),
    quantity: orNull(col.numeric),
    offers_similar: orNull(col.boolean),
    similar_product_name: orNull(col.text),
    similar_product_description: orNull(col.text),
    justification_type: orNull(col.oneOf(justificationTypes)),
    justification: orNull(col.text),
    notes: orNull(col.text),
    allows_partial: col.boolean,
    partial_minimum: orNull(col.numeric),
    freight_rule: col.oneOf(freightRules),
  },
  text: `
    SELECT oi.id AS code, oi.position, oi.product_id, ${itemNameSql('op', 'oi')} AS product, op.brand, op.active_ingredient, op.concentration,
      oi.quantity AS requested_quantity, oi.unit, oi.allow_similar, oi.notes AS requested_notes, pi.product_id AS offered_product_id, pi.unit_price, pi.quantity, pi.offers_similar,
      pi.similar_product_name, pi.similar_product_description, pi.justification_type, pi.justification, pi.notes,
      coalesce(p.allows_partial, o.split_award) AS allows_partial, p.partial_minimum, coalesce(p.freight_rule, 'full') AS freight_rule
    FROM order_items oi
    JOIN orders o ON o.id = oi.order_id
    JOIN products op ON op.id = oi.product_id
    LEFT JOIN proposals p ON p.order_id = oi.order_id AND p.supplier_id = :supplier_id AND p.status = 'draft'
    LEFT JOIN proposal_items pi ON pi.proposal_id = p.id AND pi.order_item_id = oi.id
    WHERE oi.order_id = :order_id
    ORDER BY oi.position`,
});

/**
 * Returns all items of an order for one supplier's sheet, by position, with the contacts in the
 * producer's words masked.
 */
export const listSheetItems = async (
  db: Db,
  orderId: number,
  supplierId: number,
): Promise<SheetItem[]> =>
  maskWords(await db.rows(sheetItems, { order_id: orderId, supplier_id: supplierId }), [
    'requested_notes',
    'product',
  ]);
