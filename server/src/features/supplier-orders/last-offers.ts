import { freightRules } from '@lavra/domain/award/partial-terms';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { offeredSql } from '../orders/orders-feature.ts';

/** How many of the supplier's newest proposals are searched: bounds the cost of opening an order. */
const SEARCHED = 30;

const priceColumns = {
  product_id: col.int,
  unit: col.text,
  unit_price: col.numeric,
  submitted_at: col.timestamp,
};
export type LastPriceRow = RowOf<typeof priceColumns>;

const lastPrices = statement({
  name: 'supplier-last-prices',
  params: params<{ order_id: number; supplier_id: number; searched: number }>(),
  columns: priceColumns,
  text: `
    WITH recent AS MATERIALIZED (
      SELECT p.id, p.submitted_at FROM proposals p
      WHERE p.supplier_id = :supplier_id AND p.status <> 'draft' AND p.submitted_at IS NOT NULL
      ORDER BY p.created_at DESC, p.id DESC LIMIT :searched
    ), asked AS MATERIALIZED (
      SELECT DISTINCT x.product_id, x.unit FROM order_items x
      JOIN products xp ON xp.id = x.product_id AND NOT xp.is_unlisted
      WHERE x.order_id = :order_id
    )
    SELECT DISTINCT ON (pi.product_id, oi.unit) pi.product_id, oi.unit, pi.unit_price, r.submitted_at
    FROM recent r
    JOIN proposal_items pi ON pi.proposal_id = r.id
    JOIN order_items oi ON oi.id = pi.order_item_id
    JOIN asked a ON a.product_id = pi.product_id AND a.unit = oi.unit
    WHERE ${offeredSql('pi')} AND NOT pi.offers_similar
    ORDER BY pi.product_id, oi.unit, r.submitted_at DESC, r.id DESC`,
});

const termColumns = {
  payment_terms: orNull(col.text),
  delivery_days: orNull(col.int),
  validity_date: orNull(col.date),
  submitted_at: col.timestamp,
  allows_partial: col.boolean,
  partial_minimum: orNull(col.numeric),
  freight_rule: col.oneOf(freightRules),
  freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
  freight_amount: orNull(col.numeric),
};
export type LastTermsRow = RowOf<typeof termColumns>;

const lastTerms = statement({
  name: 'supplier-last-terms',
  params: params<{ supplier_id: number }>(),
  columns: termColumns,
  text: `
    SELECT p.payment_terms, p.delivery_days, p.validity_date, p.submitted_at,
      p.allows_partial, p.partial_minimum, p.freight_rule, p.freight_kind, p.freight_amount
    FROM proposals p
    WHERE p.supplier_id = :supplier_id AND p.status <> 'draft' AND p.submitted_at IS NOT NULL
    ORDER BY p.created_at DESC, p.id DESC LIMIT 1`,
});

/** What a supplier offered lately: for an order's products, in the same units, and its last terms. */
export interface LastOffers {
  readonly prices: readonly LastPriceRow[];
  readonly terms: LastTermsRow | undefined;
}

/** Returns the supplier's own latest prices for the products of an order, and its latest terms. */
export async function findLastOffers(
  db: Db,
  orderId: number,
  supplierId: number,
): Promise<LastOffers> {
  const [prices, terms] = await Promise.all([
    db.rows(lastPrices, { order_id: orderId, supplier_id: supplierId, searched: SEARCHED }),
    db.row(lastTerms, { supplier_id: supplierId }),
  ]);
  return { prices, terms };
}
