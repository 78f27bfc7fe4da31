-- Exact totals of long lists without counting: published orders, less a supplier's declines of them; proposals ever sent.
-- Every change inserts a delta, so that no row is fought over; readers sum, the scheduler folds.
CREATE TABLE list_totals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL CHECK (scope IN ('published', 'declined', 'sent')),
  supplier_id bigint NOT NULL DEFAULT 0,   -- 0 but for 'declined'
  delta bigint NOT NULL
);
CREATE INDEX list_totals_by_scope ON list_totals (scope, supplier_id) INCLUDE (delta);

CREATE FUNCTION list_totals_orders_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta)
  SELECT 'published', count(*) FROM new_rows WHERE status = 'publicada' HAVING count(*) > 0;
  RETURN NULL;
END $$;

-- EXCEPT hashes, where a join of the two row sets, of unknown size to a cached plan, could go through their product;
-- the lateral looks the declines of each moved order up by index.
CREATE FUNCTION list_totals_orders_updated() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION list_totals_orders_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta)
  SELECT 'published', -count(*) FROM old_rows WHERE status = 'publicada' HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION list_totals_declines_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT 'declined', d.supplier_id, count(*)
  FROM new_rows d JOIN orders o ON o.id = d.order_id AND o.status = 'publicada'
  GROUP BY d.supplier_id;
  RETURN NULL;
END $$;

CREATE FUNCTION list_totals_declines_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT 'declined', d.supplier_id, -count(*)
  FROM old_rows d JOIN orders o ON o.id = d.order_id AND o.status = 'publicada'
  GROUP BY d.supplier_id;
  RETURN NULL;
END $$;

-- A deleted order's declines go with it, but by then nobody can tell that it was published: they are counted out before.
CREATE FUNCTION list_totals_order_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT 'declined', d.supplier_id, -1 FROM supplier_order_declines d WHERE d.order_id = OLD.id;
  RETURN OLD;
END $$;

CREATE TRIGGER list_totals_leaving BEFORE DELETE ON orders
  FOR EACH ROW WHEN (OLD.status = 'publicada') EXECUTE FUNCTION list_totals_order_leaving();
CREATE TRIGGER list_totals_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_orders_inserted();
CREATE TRIGGER list_totals_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_orders_updated();
CREATE TRIGGER list_totals_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_orders_deleted();
CREATE TRIGGER list_totals_insert AFTER INSERT ON supplier_order_declines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_declines_inserted();
CREATE TRIGGER list_totals_delete AFTER DELETE ON supplier_order_declines REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_declines_deleted();

-- Proposals are sent one by one: row triggers that fire for that alone cost nothing else.
CREATE FUNCTION list_totals_proposal_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta) VALUES ('sent', TG_ARGV[0]::bigint);
  RETURN NULL;
END $$;
CREATE TRIGGER list_totals_sent AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NULL AND NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('1');
CREATE TRIGGER list_totals_unsent AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NOT NULL AND NEW.submitted_at IS NULL) EXECUTE FUNCTION list_totals_proposal_sent('-1');
CREATE TRIGGER list_totals_inserted AFTER INSERT ON proposals FOR EACH ROW
  WHEN (NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('1');
CREATE TRIGGER list_totals_deleted AFTER DELETE ON proposals FOR EACH ROW
  WHEN (OLD.submitted_at IS NOT NULL) EXECUTE FUNCTION list_totals_proposal_sent('-1');
