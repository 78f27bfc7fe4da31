import { freightRules } from '@lavra/domain/award/partial-terms';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { isActiveSql } from '../../../platform/auth/active-person.ts';
import type { Db } from '../../../platform/db/database.ts';
import { col, orNull, params, statement, type RowOf } from '../../../platform/db/statement.ts';
import { offeredSql, unwantedSql } from '../../orders/orders-feature.ts';

const itemColumns = {
  id: col.int,
  quantity: col.numeric,
  product_id: col.int,
  active_ingredient: orNull(col.text),
  concentration: orNull(col.text),
  bought_from: orNull(col.int),
  status: col.oneOf(orderStatuses),
  order_uuid: col.uuid,
  suspended: col.boolean,
  awarded_at_ms: orNull(col.float),
};
/** An item of the order, with its product and the proposal that it was bought from. */
export type AskedItem = RowOf<typeof itemColumns>;

const orderItems = statement({
  name: 'combination-items',
  params: params<{ order_id: number }>(),
  columns: itemColumns,
  text: `
    SELECT oi.id, oi.quantity, oi.product_id, p.active_ingredient, p.concentration,
      bought.proposal_id AS bought_from,
      o.status, o.uuid AS order_uuid, o.suspended_at IS NOT NULL AS suspended,
      (extract(epoch FROM o.awarded_at) * 1000)::float8 AS awarded_at_ms
    FROM orders o
    JOIN order_items oi ON oi.order_id = o.id
    JOIN products p ON p.id = oi.product_id
    LEFT JOIN purchase_items bought ON bought.order_item_id = oi.id AND bought.released_at IS NULL
    WHERE o.id = :order_id ORDER BY oi.position`,
});
/** What a proposal offers for an item; only another product has a composition. */
export interface MarketOffer {
  readonly item: number;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  /** Something similar, of which the order wants none. */
  readonly unwanted: boolean;
  readonly similar: boolean;
  readonly other: {
    readonly active_ingredient: string | null;
    readonly concentration: string | null;
  } | null;
}

const proposalColumns = {
  id: col.int,
  uuid: col.uuid,
  mark: col.int,
  validity_date: orNull(col.date),
  delivery_days: orNull(col.int),
  freight_amount: orNull(col.numeric),
  freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
  freight_rule: col.oneOf(freightRules),
  allows_partial: col.boolean,
  partial_minimum: orNull(col.numeric),
  /** `MarketOffer[]` as JSON: of a large order they are parsed by the solving thread. */
  offers: col.text,
};
/** A proposal that may be chosen, with all that it offers, as it is read. */
type StoredProposal = RowOf<typeof proposalColumns>;
export interface OfferingProposal extends Omit<StoredProposal, 'offers'> {
  readonly offers: readonly MarketOffer[];
}

const proposals = statement({
  name: 'combination-proposals',
  params: params<{ order_id: number }>(),
  columns: proposalColumns,
  text: `
    SELECT p.id, p.uuid, pm.mark, p.validity_date, p.delivery_days,
      p.freight_amount, p.freight_kind, p.freight_rule, p.allows_partial, p.partial_minimum,
      (SELECT coalesce(json_agg(json_build_object(
          'item', i.order_item_id, 'price', i.unit_price::text, 'quantity', i.quantity::text,
          'total', i.total_price::text, 'similar', i.offers_similar,
          'unwanted', ${unwantedSql('i', 'oi')},
          'other', CASE WHEN i.product_id <> oi.product_id THEN json_build_object(
            'active_ingredient', op.active_ingredient, 'concentration', op.concentration) END
        )), '[]')::text
        FROM proposal_items i
        JOIN order_items oi ON oi.id = i.order_item_id
        JOIN products op ON op.id = i.product_id
        WHERE i.proposal_id = p.id AND ${offeredSql('i')}) AS offers
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    JOIN proposal_marks pm ON pm.proposal_id = p.id
    JOIN suppliers su ON su.id = p.supplier_id
    JOIN users u ON u.id = su.user_id
    WHERE p.order_id = :order_id AND ${isActiveSql('u')}
      AND (p.status = 'submitted' OR p.status = 'accepted' AND o.status = 'adjudicada')
    ORDER BY p.id`,
});
/** What combinations of an order are made from. */
export interface Market {
  readonly items: readonly AskedItem[];
  readonly proposals: readonly OfferingProposal[];
}
/** The same as it is read. */
export interface StoredMarket {
  readonly items: readonly AskedItem[];
  readonly proposals: readonly StoredProposal[];
}

/** Returns the items of an order. */
export const readAsked = (db: Db, orderId: number): Promise<AskedItem[]> =>
  db.rows(orderItems, { order_id: orderId });

const counted = statement({
  name: 'combination-offers-count',
  params: params<{ order_id: number }>(),
  columns: { offers: col.int },
  text: `
    SELECT count(*)::int AS offers FROM proposals p JOIN proposal_items i ON i.proposal_id = p.id
    WHERE p.order_id = :order_id AND p.status IN ('submitted', 'accepted')`,
});

/** Returns how many items the sent proposals of an order answer, all together. */
export async function countOffers(db: Db, orderId: number): Promise<number> {
  const row = await db.row(counted, { order_id: orderId });
  return row?.offers ?? 0;
}

/** Returns the items of an order and the proposals of active suppliers that stand. */
export async function readMarket(db: Db, orderId: number): Promise<StoredMarket> {
  const [items, offering] = await Promise.all([
    readAsked(db, orderId),
    db.rows(proposals, { order_id: orderId }),
  ]);
  return { items, proposals: offering };
}
