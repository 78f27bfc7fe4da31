import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import { purchaseKinds, purchaseStates } from '@lavra/domain/purchase/purchase-state';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRowsSql, selectForJsonSql, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { identityColumns, identityJoins, identitySql } from '../identities/identities-feature.ts';
import {
  orderSummaryColumns,
  producerContactSql,
  producerJoins,
  type ProducerContactRow,
} from '../orders/orders-feature.ts';
import { itemProductsColumns } from '../proposals/proposals-feature.ts';

/** SQL condition: purchase `s` waits for its supplier, who has not opened it yet. */
export const newSaleSql = "(s.seen_at IS NULL AND s.state = 'awarded')";

/** Columns of purchase `s` with its proposal `p`, its order `o` and the mark `pm`. */
export const purchaseColumns = {
  uuid: col.uuid,
  number: col.text,
  proposal_id: col.int,
  round: col.int,
  kind: col.oneOf(purchaseKinds),
  state: col.oneOf(purchaseStates),
  items_count: col.int,
  items_amount: col.numeric,
  freight_amount: orNull(col.numeric),
  awarded_at: col.timestamp,
  settled_at: orNull(col.timestamp),
  version: col.int,
  is_new: from(newSaleSql, col.boolean),
  proposal_uuid: from('p.uuid', col.uuid),
  freight_kind: from('p.freight_kind', orNull(col.oneOf(freightKindsWithoutAmount))),
  mark: from('pm.mark', col.int),
  ...orderSummaryColumns,
};
const purchaseSql = selectSql(purchaseColumns, 's');
export type PurchaseSummaryRow = RowOf<typeof purchaseColumns>;

/** SQL: purchase `s` with what `purchaseColumns` read; LEFT, so that a count leaves out what it does not read. */
export const purchaseFromSql = `purchases s
  LEFT JOIN proposals p ON p.id = s.proposal_id
  LEFT JOIN orders o ON o.id = s.order_id
  LEFT JOIN proposal_marks pm ON pm.proposal_id = s.proposal_id`;

const itemColumns = {
  order_item_id: col.int,
  unit_price: col.numeric,
  quantity: col.numeric,
  total_price: col.numeric,
  freight_share: col.numeric,
  product_id: from('pi.product_id', col.int),
  offers_similar: from('pi.offers_similar', col.boolean),
  similar_product_name: from('pi.similar_product_name', orNull(col.text)),
  products: from('joined', col.json<RowOf<typeof itemProductsColumns>>()),
};
export type PurchaseItemRow = RowOf<typeof itemColumns>;

const itemsSql = jsonRowsSql(
  itemColumns,
  `FROM purchase_items i
    JOIN proposal_items pi ON pi.proposal_id = i.proposal_id AND pi.order_item_id = i.order_item_id
    JOIN order_items oi ON oi.id = i.order_item_id
    JOIN products op ON op.id = oi.product_id
    JOIN products pp ON pp.id = pi.product_id
    CROSS JOIN LATERAL (SELECT ${selectForJsonSql(itemProductsColumns)}) joined
    WHERE i.purchase_id = s.id
    ORDER BY oi.position`,
  'i',
);

const viewColumns = {
  ...purchaseColumns,
  ...identityColumns,
  items: col.json<PurchaseItemRow[]>(),
  contact: orNull(col.json<ProducerContactRow>()),
};
/** A purchase with its items, what names its supplier, and the producer's contact. */
export type PurchaseRow = RowOf<typeof viewColumns>;

const view = (where: string): string => `
  SELECT ${purchaseSql}, ${identitySql}, ${itemsSql} AS items,
    CASE WHEN s.state NOT IN ('released', 'cancelled') THEN ${producerContactSql} END AS contact
  FROM ${purchaseFromSql}
  ${identityJoins('s.supplier_id')}
  ${producerJoins}
  WHERE ${where}`;

const ofRound = statement({
  name: 'purchases-of-round',
  params: params<{ order_id: number; round: number }>(),
  columns: viewColumns,
  text: `${view('s.order_id = :order_id AND s.round = :round')} ORDER BY s.id`,
});

/** Returns what one round of an order bought. */
export const listPurchasesOfRound = (
  db: Db,
  { orderId, round }: { readonly orderId: number; readonly round: number },
): Promise<PurchaseRow[]> => db.rows(ofRound, { order_id: orderId, round });

const one = statement({
  name: 'purchase-view',
  params: params<{ uuid: string }>(),
  columns: viewColumns,
  text: view('s.uuid = :uuid'),
});

/** Returns a purchase by its UUID. */
export async function getPurchase(db: Db, uuid: string): Promise<PurchaseRow> {
  const row = await db.row(one, { uuid });
  if (row === undefined) throw new Error(`purchase ${uuid} vanished`);
  return row;
}

/** The sides of a purchase; they never change. */
export interface PurchaseRef {
  readonly id: number;
  readonly uuid: string;
  readonly order_id: number;
  readonly producer_id: number;
  readonly supplier_id: number;
}

/** Returns whose a purchase is. */
export const findPurchase = (db: Db, uuid: string): Promise<PurchaseRef | undefined> =>
  db.q
    .selectFrom('purchases as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select(['s.id', 's.uuid', 's.order_id', 's.supplier_id', 'o.producer_id'])
    .where('s.uuid', '=', uuid)
    .executeTakeFirst();
