import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import { sessionIsLive } from '../../platform/session/authenticator.ts';
import { from, jsonRowsSql, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import { itemNameSql } from '../catalogue/catalogue-feature.ts';
import { matchesSql, orderSummaryColumns, profileSql } from '../orders/orders-feature.ts';

/**
 * CTE with the authenticated supplier and its matching profile: product types (none: all) and
 * coverage. One row, or none when the token is not valid.
 */
export const liveSupplierSql = `
  live AS MATERIALIZED (
    SELECT su.id AS supplier_id, ${profileSql('su')}
    FROM sessions s JOIN users u ON u.id = s.user_id JOIN suppliers su ON su.user_id = u.id
    WHERE ${sessionIsLive}
  )`;

/**
 * The proposal that determines the state between supplier `live` and order `o`: the accepted one,
 * else the draft, else the submitted one, else the newest.
 */
export const myProposalSql = `(
    SELECT json_build_object('uuid', p.uuid, 'status', p.status)
    FROM proposals p WHERE p.order_id = o.id AND p.supplier_id = live.supplier_id
    ORDER BY (p.status = 'accepted') DESC, (p.status = 'draft') DESC, (p.status = 'submitted') DESC,
      p.created_at DESC, p.id DESC LIMIT 1)`;

// In columns of a list: `OFFSET 0` keeps the planner, which does not know the page size, from reading
// the marks of all suppliers into a hash.
/** SQL condition that supplier `live` has marked order `o` as a favorite. */
export const favoritedSql = `EXISTS (SELECT 1 FROM favorite_orders f
  WHERE f.supplier_id = live.supplier_id AND f.order_id = o.id OFFSET 0)`;

export interface MyProposal {
  readonly uuid: string;
  readonly status: ProposalStatus;
}

/** Columns of order `o` in a supplier's list; `place` is the delivery city, `live` the supplier. */
export const listedOrderColumns = {
  ...orderSummaryColumns,
  delivery_date: orNull(col.date),
  payment_terms: orNull(col.text),
  notes: orNull(col.text),
  has_pesticide: col.boolean,
  published_at: orNull(col.timestamp),
  delivery_city_id: from('place.id', orNull(col.int)),
  delivery_city: from('place.name', orNull(col.text)),
  delivery_state: from('place.uf', orNull(col.text)),
  favorited: from(favoritedSql, col.boolean),
  declined: from(
    `EXISTS (SELECT 1 FROM supplier_order_declines d
      WHERE d.supplier_id = live.supplier_id AND d.order_id = o.id OFFSET 0)`,
    col.boolean,
  ),
  matches_profile: from(`coalesce(${matchesSql}, false)`, col.boolean),
  my_proposal: from(myProposalSql, orNull(col.json<MyProposal>())),
};
export const listedOrderSql = selectSql(listedOrderColumns, 'o');
export type ListedOrderRow = RowOf<typeof listedOrderColumns> & Partial<OrderDetails>;

/** Items of an order that a list names. */
const FIRST_ITEMS = 3;
const firstItemColumns = {
  name: from(itemNameSql('op', 'oi'), col.text),
  quantity: from('oi.quantity', col.numeric),
  unit: from('oi.unit', col.text),
};

/** SQL expression for the first items of order `o`, by two indexes. */
const firstItemsSql = jsonRowsSql(
  firstItemColumns,
  `FROM order_items oi JOIN products op ON op.id = oi.product_id
    WHERE oi.order_id = o.id ORDER BY oi.position LIMIT ${FIRST_ITEMS}`,
);

/** SQL query for the coordinates of the municipality of supplier `su`, from its first address. */
export const homeSql = `SELECT city.latitude, city.longitude
  FROM suppliers su JOIN addresses a ON a.user_id = su.user_id AND a.position = 0
  JOIN cities city ON city.id = a.city_id`;

/**
 * SQL expression for the great-circle distance between `home` and `place` (haversine on a sphere of
 * 6,371 km), in whole km between the seats of the municipalities; NULL when either is unknown.
 */
export const distanceSql = `round(12742 * asin(sqrt(
  power(sin(radians(place.latitude - home.latitude) / 2), 2)
    + cos(radians(home.latitude)) * cos(radians(place.latitude))
      * power(sin(radians(place.longitude - home.longitude) / 2), 2))))`;

/** Columns of order `o` that a list shows only when asked, with the supplier's `home`. */
export const orderDetailColumns = {
  first_items: from(firstItemsSql, col.json<RowOf<typeof firstItemColumns>[]>()),
  distance_km: from(distanceSql, orNull(col.float)),
};
type OrderDetails = RowOf<typeof orderDetailColumns>;

/**
 * SQL condition that the caller has declined order `o`. `OFFSET 0` prevents its conversion to a
 * join: one index lookup a row keeps the cost constant however many orders this supplier has
 * declined.
 */
export const declinedSql = `EXISTS (SELECT 1 FROM supplier_order_declines d
    WHERE d.supplier_id = (SELECT supplier_id FROM live) AND d.order_id = o.id OFFSET 0)`;

/**
 * The same for a page that skips many orders: the caller's declines are read once into a hash, which
 * costs less than a lookup for each order skipped.
 */
export const declinedWhileSkippingSql = `o.id IN (SELECT d.order_id FROM supplier_order_declines d
    WHERE d.supplier_id = (SELECT supplier_id FROM live))`;
