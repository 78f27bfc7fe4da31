import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull } from '../../platform/db/statement.ts';

// The only definition of a producer's and a supplier's figures, for records and reports.

const ofStatus = (status: string) =>
  from(`count(*) FILTER (WHERE p.status = '${status}')::int`, col.int);

/** Figures of a supplier, over its proposals `p` for orders `o`, drafts aside. */
export const supplierFigures = {
  total: from('count(*)::int', col.int),
  pending: ofStatus('submitted'),
  accepted: ofStatus('accepted'),
  rejected: ofStatus('rejected'),
  cancelled: ofStatus('cancelled'),
  orders_participated: from('count(DISTINCT p.order_id)::int', col.int),
  orders_won: from("count(DISTINCT p.order_id) FILTER (WHERE p.status = 'accepted')::int", col.int),
  negotiated_volume: from(
    `coalesce(sum(p.total_amount)
      FILTER (WHERE p.status = 'accepted' AND o.status <> 'revogada'), 0)`,
    col.numeric,
  ),
  distinct_producers: from('count(DISTINCT o.producer_id)::int', col.int),
  last_submitted_at: from('max(p.submitted_at)', orNull(col.timestamp)),
};

/** SQL: joins the figures `sent` of supplier `r`; those that are not selected cost nothing. */
export const supplierFiguresJoin = `
  CROSS JOIN LATERAL (
    SELECT ${selectSql(supplierFigures)}
    FROM proposals p JOIN orders o ON o.id = p.order_id
    WHERE p.supplier_id = r.id AND p.status <> 'draft'
  ) sent`;

/** Figures of a producer, over the proposals `p` that its orders `o` received. */
export const producerFigures = {
  savings: from(
    `coalesce(sum(p.total_amount)
      FILTER (WHERE p.status = 'accepted' AND o.status = 'finalizada'), 0)`,
    col.numeric,
  ),
  proposals_received: from('count(*)::int', col.int),
  distinct_suppliers: from('count(DISTINCT p.supplier_id)::int', col.int),
};

/** SQL: joins the figures `received` of producer `r`. */
export const producerFiguresJoin = `
  CROSS JOIN LATERAL (
    SELECT ${selectSql(producerFigures)}
    FROM orders o JOIN proposals p ON p.order_id = o.id AND p.status <> 'draft'
    WHERE o.producer_id = r.id
  ) received`;
