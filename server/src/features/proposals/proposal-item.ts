import type { ProposalItem } from '@lavra/contract/proposals/schemas';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import { justificationLabels, justificationTypes } from '@lavra/domain/proposal/justification';
import { hasJustification, hasPrice, isOffered } from '@lavra/domain/proposal/proposal-rules';
import { from, jsonRowsSql, recordSql, selectForJsonSql } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import { wireNumber, wireNumberOrNull, wireTime } from '../../platform/text/wire.ts';
import { itemNameSql, orderableSql } from '../catalogue/catalogue-feature.ts';
import { maskOrderItems, orderItemColumns, presentOrderItem } from '../orders/orders-feature.ts';

/**
 * SQL condition that item `pi` offers a product `pp` that differs from the requested one of `oi`
 * and is no longer in the catalogue.
 */
export const similarGoneSql = `CASE WHEN pi.product_id = oi.product_id THEN false
  ELSE NOT ${orderableSql('pp')} END`;

/** Columns of order item `oi` with its product `op`, and of the offered product `pp`. */
export const itemProductsColumns = {
  ...orderItemColumns,
  offered_name: from(itemNameSql('pp', 'oi'), col.text),
  offered_brand: from('pp.brand', orNull(col.text)),
  offered_active_ingredient: from('pp.active_ingredient', orNull(col.text)),
  offered_concentration: from('pp.concentration', orNull(col.text)),
  offered_unit: from('pp.unit', col.text),
};

/** An item that is offered or bought, with its two products. */
interface ItemOfProducts {
  readonly product_id: number;
  readonly products: RowOf<typeof itemProductsColumns>;
}

/**
 * Masks the contacts in the producer's words in items as their supplier reads them. An item outside
 * the catalogue is offered under the name by which it was asked for.
 */
export async function maskAskedWords<I extends ItemOfProducts>(items: readonly I[]): Promise<I[]> {
  const asked = await maskOrderItems(items.map(({ products }) => products));
  return items.map((item, n) => {
    const products = { ...item.products, ...asked[n] };
    const isAsked = products.asked_unlisted && item.product_id === products.asked_id;
    return {
      ...item,
      products: isAsked ? { ...products, offered_name: products.asked_name } : products,
    };
  });
}

/** Columns of a proposal item that its supplier fills in, as the database stores them. */
export const writtenItemColumns = {
  order_item_id: col.int,
  product_id: col.int,
  unit_price: orNull(col.numeric),
  quantity: col.numeric,
  total_price: col.numeric,
  offers_similar: col.boolean,
  ...byItemText(() => orNull(col.text)),
  justification_type: orNull(col.oneOf(justificationTypes)),
};
/** An item as it is written: exact decimal text, blanks as null. */
export type ItemRecord = Readonly<RowOf<typeof writtenItemColumns>>;

/** SQL: the names of these columns, and the record that holds them in JSON. */
export const writtenItemNames = Object.keys(writtenItemColumns).join(', ');
export const writtenItemRecord = recordSql(writtenItemColumns);

/** Columns of proposal item `pi`, which offers product `pp` for order item `oi` (product `op`). */
export const proposalItemColumns = {
  id: col.int,
  proposal_id: col.int,
  ...writtenItemColumns,
  similar_gone: from(similarGoneSql, col.boolean),
  created_at: col.timestamp,
  updated_at: col.timestamp,
  products: from('joined', col.json<RowOf<typeof itemProductsColumns>>()),
};
export type ProposalItemRow = RowOf<typeof proposalItemColumns>;

/** SQL for the items of proposal `p` as JSON, in the order's sequence. */
export const proposalItemsSql = jsonRowsSql(
  proposalItemColumns,
  `FROM proposal_items pi
    JOIN order_items oi ON oi.id = pi.order_item_id
    JOIN products op ON op.id = oi.product_id
    JOIN products pp ON pp.id = pi.product_id
    CROSS JOIN LATERAL (SELECT ${selectForJsonSql(itemProductsColumns)}) joined
    WHERE pi.proposal_id = p.id
    ORDER BY oi.position`,
  'pi',
);

export function presentProposalItem(row: ProposalItemRow): ProposalItem {
  const { products } = row;
  const unit_price = wireNumberOrNull(row.unit_price);
  const total_price = wireNumber(row.total_price);
  const has_price = hasPrice({ unitPrice: unit_price });
  const has_justification = hasJustification(row);
  return {
    id: row.id,
    proposal_id: row.proposal_id,
    order_item_id: row.order_item_id,
    product_id: row.product_id,
    unit_price,
    quantity: wireNumber(row.quantity),
    total_price,
    offers_similar: row.offers_similar,
    similar_product_name: row.similar_product_name,
    similar_product_description: row.similar_product_description,
    justification: row.justification,
    justification_type: row.justification_type,
    notes: row.notes,
    similar_gone: row.similar_gone,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    order_item: presentOrderItem(products),
    product: {
      id: row.product_id,
      name: products.offered_name,
      brand: products.offered_brand,
      active_ingredient: products.offered_active_ingredient,
      concentration: products.offered_concentration,
      unit: products.offered_unit,
    },
    has_price,
    has_justification,
    is_valid: has_price || has_justification,
    is_offered: isOffered({ unitPrice: unit_price, totalPrice: total_price }),
    justification_label:
      row.justification_type === null ? null : justificationLabels[row.justification_type],
  };
}

/**
 * Returns the similar product that an item offers, in its supplier's words or by its name in the
 * catalogue; null where the item offers the product that was asked for.
 */
export const similarOffer = (
  item: Pick<ItemRecord, 'offers_similar' | 'similar_product_name' | 'similar_product_description'>,
  catalogueName: string,
): { readonly name: string; readonly description: string | null } | null =>
  item.offers_similar
    ? {
        name: item.similar_product_name ?? catalogueName,
        description: item.similar_product_description,
      }
    : null;
