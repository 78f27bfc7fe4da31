-- The administration's lists of proposals and purchases take their totals from `daily_totals`; those of 0007 and
-- 0057 for them are read no more.
DROP TRIGGER list_totals_sent ON proposals;
DROP TRIGGER list_totals_unsent ON proposals;
DROP TRIGGER list_totals_inserted ON proposals;
DROP TRIGGER list_totals_deleted ON proposals;
DROP FUNCTION list_totals_proposal_sent();
DROP TRIGGER list_totals_purchases_inserted ON purchases;
DROP TRIGGER list_totals_purchases_deleted ON purchases;
DROP FUNCTION list_totals_purchases_counted();

CREATE OR REPLACE VIEW counted_list_totals AS
  SELECT c.scope, c.supplier_id, c.amount
  FROM (
    SELECT 'published' AS scope, 0::bigint AS supplier_id, count(*) AS amount FROM orders WHERE status = 'publicada'
    UNION ALL SELECT 'declined', d.supplier_id, count(*)
      FROM supplier_order_declines d JOIN orders o ON o.id = d.order_id AND o.status = 'publicada' GROUP BY d.supplier_id
    UNION ALL SELECT f.scope, p.supplier_id, f.amount
      FROM (
        SELECT supplier_id, count(*) FILTER (WHERE status = 'draft') AS drafts,
          count(*) FILTER (WHERE status <> 'draft') AS sent, count(*) FILTER (WHERE status = 'accepted') AS accepted,
          count(*) FILTER (WHERE status = 'rejected') AS rejected
        FROM proposals GROUP BY supplier_id
      ) p
      CROSS JOIN LATERAL (VALUES ('own_drafts', p.drafts), ('own_sent', p.sent), ('own_accepted', p.accepted),
        ('own_rejected', p.rejected)) f (scope, amount)
    UNION ALL SELECT 'own_won_cents', s.supplier_id, (sum(s.items_amount) * 100)::bigint
      FROM purchases s WHERE s.state <> 'cancelled' GROUP BY s.supplier_id
  ) c
  WHERE c.amount <> 0;
