import type { JustificationType } from '@lavra/domain/proposal/justification';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import {
  settableReviewStates,
  type SettableReviewState,
} from '@lavra/domain/proposal/review-state';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import type { ProductSummary } from '@lavra/contract/catalogue/schemas';
import type { Db } from '../../platform/db/database.ts';
import { from, selectSql } from '../../platform/db/projection.ts';
import {
  col,
  orNull,
  params,
  statement,
  type RowOf,
  type Statement,
} from '../../platform/db/statement.ts';
import { identityColumns, identityJoins } from '../identities/identities-feature.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import {
  availableSql,
  orderSummaryColumns,
  orderSummarySql,
  type OrderSummaryRow,
} from '../orders/orders-feature.ts';

/**
 * SQL condition that item `pi` offers a product `pp` that differs from the requested one of `oi`
 * and is no longer in the catalogue.
 */
export const similarGoneSql = `CASE WHEN pi.product_id = oi.product_id THEN false ELSE NOT ${orderableSql('pp')} END`;

/** An item of a proposal as SQL returns it; the presenter adds derived values. */
export interface ItemView {
  id: number;
  proposal_id: number;
  order_item_id: number;
  product_id: number;
  unit_price: number | null;
  quantity: number;
  total_price: number;
  offers_similar: boolean;
  similar_product_name: string | null;
  similar_product_description: string | null;
  justification: string | null;
  justification_type: JustificationType | null;
  notes: string | null;
  created_at: string;
  updated_at: string;
  similar_gone: boolean;
  order_item: OrderItem;
  product: ProductSummary;
}

const wireTimestamp = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
const productJson = (p: string): string =>
  `json_build_object('id', ${p}.id, 'name', ${p}.name, 'brand', ${p}.brand, 'active_ingredient', ${p}.active_ingredient, 'concentration', ${p}.concentration, 'unit', ${p}.unit)`;

/** JSON of order item `oi`, whose own product is `op`. */
export const orderItemJson = `json_build_object('id', oi.id, 'position', oi.position, 'product_id', oi.product_id, 'product', ${productJson('op')},
  'quantity', oi.quantity, 'unit', oi.unit, 'notes', oi.notes, 'allow_similar', oi.allow_similar)`;

/** JSON of proposal item `pi`, which offers product `pp` for order item `oi` (product `op`). */
export const proposalItemJson = `json_build_object('id', pi.id, 'proposal_id', pi.proposal_id, 'order_item_id', pi.order_item_id, 'product_id', pi.product_id,
  'unit_price', pi.unit_price, 'quantity', pi.quantity, 'total_price', pi.total_price, 'offers_similar', pi.offers_similar,
  'similar_product_name', pi.similar_product_name, 'similar_product_description', pi.similar_product_description,
  'justification', pi.justification, 'justification_type', pi.justification_type, 'notes', pi.notes,
  'similar_gone', ${similarGoneSql},
  'created_at', ${wireTimestamp('pi.created_at')}, 'updated_at', ${wireTimestamp('pi.updated_at')},
  'order_item', ${orderItemJson}, 'product', ${productJson('pp')})`;

/** Columns of proposal `p`. */
export const proposalColumns = {
  id: col.int,
  uuid: col.uuid,
  answered_order_id: from('p.order_id', col.int),
  supplier_id: col.int,
  status: col.oneOf(proposalStatuses),
  total_amount: col.numeric,
  freight_amount: orNull(col.numeric),
  delivery_days: orNull(col.int),
  payment_terms: orNull(col.text),
  supplier_reference: orNull(col.text),
  notes: orNull(col.text),
  validity_date: orNull(col.date),
  submitted_at: orNull(col.timestamp),
  accepted_at: orNull(col.timestamp),
  rejected_at: orNull(col.timestamp),
  cancelled_at: orNull(col.timestamp),
  rejection_reason: orNull(col.text),
  cancellation_reason: orNull(col.text),
  version: col.int,
  created_at: col.timestamp,
  updated_at: col.timestamp,
};
export const proposalSql = selectSql(proposalColumns, 'p');
export type ProposalRow = RowOf<typeof proposalColumns>;

/** Columns of supplier `su`, user `su_user` and `su_city`, the city of the first address. */
export const supplierColumns = {
  ...identityColumns,
  supplier_uuid: from('su.uuid', col.uuid),
  supplier_state: from('su_city.uf', orNull(col.text)),
};
export const supplierSql = selectSql(supplierColumns);
export const supplierJoins = identityJoins('p.supplier_id');
export type SupplierRow = RowOf<typeof supplierColumns>;

/** A proposal with its order, its supplier and all its items. */
export type ProposalView = ProposalRow &
  OrderSummaryRow &
  SupplierRow & { items: ItemView[]; is_available: boolean };
/** The same with the review state set by its producer. */
export type ReviewedView = ProposalView & { review: SettableReviewState | null };

const viewColumns = {
  is_available: col.boolean,
  ...proposalColumns,
  ...orderSummaryColumns,
  ...supplierColumns,
  review: orNull(col.oneOf(settableReviewStates)),
  items: col.json<ItemView[]>(),
};
const view = (where: string): string => `
  SELECT ${proposalSql}, ${orderSummarySql}, ${supplierSql}, ${availableSql('su_user')} AS is_available, i.items,
    (SELECT r.state FROM proposal_reviews r WHERE r.proposal_id = p.id) AS review
  FROM proposals p
  JOIN orders o ON o.id = p.order_id
  ${supplierJoins}
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(${proposalItemJson} ORDER BY oi.position), '[]') AS items
    FROM proposal_items pi
    JOIN order_items oi ON oi.id = pi.order_item_id
    JOIN products op ON op.id = oi.product_id
    JOIN products pp ON pp.id = pi.product_id
    WHERE pi.proposal_id = p.id
  ) i
  WHERE ${where}`;

const viewById = statement({
  name: 'proposal-view',
  params: params<{ id: number }>(),
  columns: viewColumns,
  text: view('p.id = :id'),
});

const viewsOfSupplier = statement({
  name: 'proposals-own',
  params: params<{ order_id: number; supplier_id: number }>(),
  columns: viewColumns,
  text: `${view('p.order_id = :order_id AND p.supplier_id = :supplier_id')} ORDER BY p.created_at DESC, p.id DESC`,
});

const viewsReceived: Statement<{ order_id: number }, ReviewedView> = statement({
  name: 'proposals-received',
  params: params<{ order_id: number }>(),
  columns: viewColumns,
  text: `${view("p.order_id = :order_id AND p.status <> 'draft'")} ORDER BY p.submitted_at, p.id`,
});

/** Returns the whole proposal; undefined when it has just been deleted. */
export const findProposalView = (db: Db, id: number): Promise<ReviewedView | undefined> =>
  db.row(viewById, { id });

/** Returns the whole proposal, which the caller has locked. */
export async function getProposalView(db: Db, id: number): Promise<ReviewedView> {
  const found = await findProposalView(db, id);
  if (found === undefined) throw new Error(`proposal ${id} vanished under its lock`);
  return found;
}

/** Returns all proposals of one supplier for one order, drafts included, newest first. */
export const listOwnProposalViews = (
  db: Db,
  orderId: number,
  supplierId: number,
): Promise<ProposalView[]> =>
  db.rows(viewsOfSupplier, { order_id: orderId, supplier_id: supplierId });

/**
 * Returns the proposals that the producer of an order received: all except drafts, in the order of
 * arrival.
 */
export const listReceivedViews = (db: Db, orderId: number): Promise<ReviewedView[]> =>
  db.rows(viewsReceived, { order_id: orderId });
