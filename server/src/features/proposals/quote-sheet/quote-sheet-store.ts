import { freightRules } from '@lavra/domain/award/partial-terms';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import { justificationTypes } from '@lavra/domain/proposal/justification';
import type { Db } from '../../../platform/db/database.ts';
import { from, selectSql } from '../../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../../platform/db/statement.ts';
import { maskWords } from '../../identities/identities-feature.ts';
import { requestedItemColumns, requestedTexts } from '../../orders/orders-feature.ts';

/**
 * Columns of order item `oi` and its product `op`, and of the caller's draft `p` with its offer `pi`
 * for it, if there is one. Decimals are exact text.
 */
const sheetColumns = {
  code: from('oi.id', col.int),
  product_id: from('oi.product_id', col.int),
  ...requestedItemColumns,
  /**
   * The draft's product, which can differ from the order's; null when the draft does not contain
   * the item.
   */
  offered_product_id: from('pi.product_id', orNull(col.int)),
  unit_price: orNull(col.numeric),
  quantity: orNull(col.numeric),
  offers_similar: orNull(col.boolean),
  ...byItemText(() => orNull(col.text)),
  justification_type: orNull(col.oneOf(justificationTypes)),
  /** Of the draft; without one, what the producer means to buy. The same for every item. */
  allows_partial: from('coalesce(p.allows_partial, o.split_award)', col.boolean),
  partial_minimum: from('p.partial_minimum', orNull(col.numeric)),
  freight_rule: from("coalesce(p.freight_rule, 'full')", col.oneOf(freightRules)),
  /** Of the draft; 0 without one. */
  draft_version: from('coalesce(p.version, 0)', col.int),
};
/** An item of the order, and the caller's draft offer for it if there is one. */
export type SheetItem = Readonly<RowOf<typeof sheetColumns>>;

const sheetItems = statement({
  name: 'quote-sheet-items',
  params: params<{ order_id: number; supplier_id: number }>(),
  columns: sheetColumns,
  text: `
    SELECT ${selectSql(sheetColumns, 'pi')}
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
  maskWords(
    await db.rows(sheetItems, { order_id: orderId, supplier_id: supplierId }),
    requestedTexts,
  );
