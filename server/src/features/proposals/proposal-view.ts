import { freightRules } from '@lavra/domain/award/partial-terms';
import { freightKindsWithoutAmount } from '@lavra/domain/proposal/freight';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import {
  settableReviewStates,
  type SettableReviewState,
} from '@lavra/domain/proposal/review-state';
import type { PurchaseKind, PurchaseState } from '@lavra/domain/purchase/purchase-state';
import type { Db } from '../../platform/db/database.ts';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { identityColumns, identityJoins } from '../identities/identities-feature.ts';
import {
  availableSql,
  offeredSql,
  orderSummaryColumns,
  orderSummarySql,
  type OrderSummaryRow,
} from '../orders/orders-feature.ts';
import { isLiveSql } from './live-sql.ts';
import { proposalItemsSql, type ProposalItemRow } from './proposal-item.ts';

/** Columns of proposal `p`. */
export const proposalColumns = {
  id: col.int,
  uuid: col.uuid,
  answered_order_id: from('p.order_id', col.int),
  supplier_id: col.int,
  status: col.oneOf(proposalStatuses),
  total_amount: col.numeric,
  freight_amount: orNull(col.numeric),
  freight_kind: orNull(col.oneOf(freightKindsWithoutAmount)),
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
  allows_partial: col.boolean,
  partial_minimum: orNull(col.numeric),
  freight_rule: col.oneOf(freightRules),
  version: col.int,
  created_at: col.timestamp,
  updated_at: col.timestamp,
};
export const proposalSql = selectSql(proposalColumns, 'p');
export type ProposalRow = RowOf<typeof proposalColumns>;

const pricedItemsSql = `(SELECT count(*)::int FROM proposal_items pi
  WHERE pi.proposal_id = p.id AND ${offeredSql('pi')})`;

/** Columns of proposal `p` and its order `o` in a list. */
export const proposalSummaryColumns = {
  ...proposalColumns,
  ...orderSummaryColumns,
  priced_items: from(pricedItemsSql, col.int),
};
export const proposalSummarySql = selectSql(proposalSummaryColumns, 'p');
export type ProposalSummaryRow = RowOf<typeof proposalSummaryColumns>;

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
  SupplierRow & {
    items: ProposalItemRow[];
    is_available: boolean;
    award: ProposalAwardRow | null;
    /** Counted in the database where `items` were not read. */
    priced_items?: number;
  };
/**
 * The same with what its supplier must not see: the review state set by the producer, the number of
 * its mark, null for a draft, and the UUIDs of the other proposals that the same supplier has
 * standing beside it.
 */
export type ReviewedView = ProposalView & {
  review: SettableReviewState | null;
  mark: number | null;
  alternatives: readonly string[];
};

/** What the purchases of a proposal hold, without what was released. */
interface ProposalAwardRow {
  kind: PurchaseKind;
  order_item_ids: number[];
  amount: string;
  freight_amount: string | null;
  state: PurchaseState;
}

const awardSql = `CASE WHEN p.status = 'accepted' THEN (
      SELECT json_build_object(
        'kind', (array_agg(s.kind ORDER BY s.round))[1],
        'order_item_ids', (SELECT coalesce(json_agg(i.order_item_id ORDER BY oi.position), '[]')
          FROM purchases of JOIN purchase_items i ON i.purchase_id = of.id
          JOIN order_items oi ON oi.id = i.order_item_id
          WHERE of.proposal_id = p.id AND i.released_at IS NULL),
        'amount', sum(s.items_amount)::text, 'freight_amount', sum(s.freight_amount)::text,
        'state', (array_agg(s.state ORDER BY s.round DESC))[1])
      FROM purchases s WHERE s.proposal_id = p.id HAVING count(*) > 0) END`;

const viewColumns = {
  is_available: col.boolean,
  award: orNull(col.json<ProposalAwardRow>()),
  ...proposalColumns,
  ...orderSummaryColumns,
  ...supplierColumns,
  review: orNull(col.oneOf(settableReviewStates)),
  mark: orNull(col.int),
  alternatives: col.texts,
  items: col.json<ProposalItemRow[]>(),
};
const view = (where: string, items = `${proposalItemsSql} AS items`): string => `
  SELECT ${proposalSql}, ${orderSummarySql}, ${supplierSql}, ${items},
    ${availableSql('su_user')} AS is_available, ${awardSql} AS award,
    (SELECT r.state FROM proposal_reviews r WHERE r.proposal_id = p.id) AS review,
    (SELECT pm.mark FROM proposal_marks pm WHERE pm.proposal_id = p.id) AS mark,
    ARRAY(SELECT a.uuid::text FROM proposals a
      WHERE a.order_id = p.order_id AND a.supplier_id = p.supplier_id AND a.id <> p.id
        AND ${isLiveSql('a')} AND ${isLiveSql('p')} ORDER BY a.uuid) AS alternatives
  FROM proposals p
  JOIN orders o ON o.id = p.order_id
  ${supplierJoins}
  WHERE ${where}`;

/** One whole proposal. With an array for its id PostgreSQL would plan this statement anew each time, for 4 ms. */
const viewById = statement({
  name: 'proposal-view',
  params: params<{ id: number }>(),
  columns: viewColumns,
  text: view('p.id = :id::bigint'),
});

/** Whole proposals, in no particular sequence. */
export const viewsByIds = statement({
  name: 'proposal-views',
  params: params<{ ids: number[] }>(),
  columns: viewColumns,
  text: view('p.id = ANY (:ids::bigint[])'),
});

/** The same without their items, which are only counted. */
export const viewsWithoutItems = statement({
  name: 'proposal-views-without-items',
  params: params<{ ids: number[] }>(),
  columns: { ...viewColumns, priced_items: col.int },
  text: view(
    'p.id = ANY (:ids::bigint[])',
    `'[]'::json AS items, ${pricedItemsSql} AS priced_items`,
  ),
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
