-- 0007, 0008 and 0011 once gave less than they do now: a database that took them then catches up here, any other stays as it is.
ALTER TABLE idempotency_keys ALTER COLUMN reply TYPE json USING reply::json;

ALTER TABLE list_totals DROP CONSTRAINT list_totals_scope_check, ADD CONSTRAINT list_totals_scope_check CHECK (scope IN ('published', 'declined', 'sent'));
CREATE OR REPLACE FUNCTION list_totals_orders_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, supplier_id, delta)
  WITH gained AS (
    SELECT id FROM new_rows WHERE status = 'publicada' EXCEPT SELECT id FROM old_rows WHERE status = 'publicada'
  ), lost AS (
    SELECT id FROM old_rows WHERE status = 'publicada' EXCEPT SELECT id FROM new_rows WHERE status = 'publicada'
  ), moved AS MATERIALIZED (
    SELECT id, 1 AS step FROM gained UNION ALL SELECT id, -1 FROM lost
  )
  SELECT 'published', 0, sum(m.step) FROM moved m HAVING sum(m.step) <> 0
  UNION ALL
  SELECT 'declined', d.supplier_id, sum(m.step)
  FROM moved m CROSS JOIN LATERAL (SELECT d.supplier_id FROM supplier_order_declines d WHERE d.order_id = m.id OFFSET 0) d
  GROUP BY d.supplier_id HAVING sum(m.step) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION list_totals_proposal_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta) VALUES ('sent', TG_ARGV[0]::bigint);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER list_totals_sent AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NULL AND NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('1');
CREATE OR REPLACE TRIGGER list_totals_unsent AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NOT NULL AND NEW.submitted_at IS NULL) EXECUTE FUNCTION list_totals_proposal_sent('-1');
CREATE OR REPLACE TRIGGER list_totals_inserted AFTER INSERT ON proposals FOR EACH ROW
  WHEN (NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('1');
CREATE OR REPLACE TRIGGER list_totals_deleted AFTER DELETE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('-1');

INSERT INTO list_totals (scope, delta)
SELECT 'sent', t.missing FROM (SELECT (SELECT count(*) FROM proposals p WHERE p.submitted_at IS NOT NULL) - coalesce((SELECT sum(l.delta) FROM list_totals l WHERE l.scope = 'sent'), 0) AS missing) t WHERE t.missing <> 0;

CREATE INDEX IF NOT EXISTS proposals_by_amount ON proposals (total_amount, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS proposals_by_status ON proposals (status, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS orders_by_deadline ON orders (deadline_date, id);
