import { from, reselectSql, selectSql } from '../../platform/db/projection.ts';
import { col, orNull } from '../../platform/db/statement.ts';
import {
  askedItemsSql,
  boughtFigures,
  soldFigures,
  standingSql,
} from '../awards/awards-feature.ts';

// The only definition of a producer's and a supplier's figures, for records and reports.

const ofStatus = (status: string) =>
  from(`count(*) FILTER (WHERE p.status = '${status}')::int`, col.int);

/** Proposals that may still be chosen: where the order is over, a submitted one has lost. */
const pending = from(
  `count(*) FILTER (
    WHERE p.status = 'submitted' AND o.status IN ('publicada', 'em_analise'))::int`,
  col.int,
);

/** Over the proposals `p` of a supplier for orders `o`, drafts aside. */
const sentFigures = {
  total: from('count(*)::int', col.int),
  pending,
  accepted: ofStatus('accepted'),
  rejected: ofStatus('rejected'),
  cancelled: ofStatus('cancelled'),
  orders_participated: from('count(DISTINCT p.order_id)::int', col.int),
  distinct_producers: from('count(DISTINCT o.producer_id)::int', col.int),
  last_submitted_at: from('max(p.submitted_at)', orNull(col.timestamp)),
};
const asked = { items_asked: from(askedItemsSql, col.int) };

/** Figures of a supplier; items are asked for by the orders that it won. */
export const supplierFigures = { ...sentFigures, ...soldFigures, ...asked };

/** SQL: joins the figures `figures` of supplier `r`; those that are not selected cost nothing. */
export const supplierFiguresJoin = `
  CROSS JOIN LATERAL (
    SELECT ${reselectSql(sentFigures, 'sent')}, ${reselectSql(soldFigures, 'sold')}, won.items_asked
    FROM (
      SELECT ${selectSql(sentFigures)}
      FROM proposals p JOIN orders o ON o.id = p.order_id
      WHERE p.supplier_id = r.id AND p.status <> 'draft'
    ) sent, (
      SELECT ${selectSql(soldFigures)} FROM purchases s WHERE s.supplier_id = r.id
    ) sold, (
      SELECT ${selectSql(asked)} FROM orders o
      WHERE o.id IN (SELECT s.order_id FROM purchases s WHERE s.supplier_id = r.id AND ${standingSql})
    ) won
  ) figures`;

/** Over the proposals `p` that a producer's orders `o` received. */
const receivedFigures = {
  proposals_received: from('count(*)::int', col.int),
  distinct_suppliers: from('count(DISTINCT p.supplier_id)::int', col.int),
};

/** Figures of a producer; items are asked for by the orders that were awarded. */
export const producerFigures = { ...receivedFigures, ...boughtFigures, ...asked };

/** SQL: joins the figures `figures` of producer `r`; those that are not selected cost nothing. */
export const producerFiguresJoin = `
  CROSS JOIN LATERAL (
    SELECT ${reselectSql(receivedFigures, 'received')}, ${reselectSql(boughtFigures, 'bought')}, awarded.items_asked
    FROM (
      SELECT ${selectSql(receivedFigures)}
      FROM orders o JOIN proposals p ON p.order_id = o.id AND p.status <> 'draft'
      WHERE o.producer_id = r.id
    ) received, (
      SELECT ${selectSql(boughtFigures)}
      FROM orders o JOIN purchases s ON s.order_id = o.id
      WHERE o.producer_id = r.id
    ) bought, (
      SELECT ${selectSql(asked)} FROM orders o WHERE o.producer_id = r.id
    ) awarded
  ) figures`;
