-- Exact totals of the supplier's order list without counting: published orders, less the caller's declines of them.
-- Every change inserts a delta, so that no row is fought over; readers sum, the scheduler folds.
CREATE TABLE list_totals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL CHECK (scope IN ('published', 'declined')),
  supplier_id bigint NOT NULL DEFAULT 0,   -- 0 for 'published'
  delta bigint NOT NULL
);
CREATE INDEX list_totals_by_scope ON list_totals (scope, supplier_id) INCLUDE (delta);

CREATE FUNCTION list_totals_orders_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta)
  SELECT 'published', count(*) FROM new_rows WHERE status = 'publicada' HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION list_totals_orders_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta)
  SELECT 'published', sum(m.step) FROM (
    SELECT (n.status = 'publicada')::int - (o.status = 'publicada')::int AS step
    FROM new_rows n JOIN old_rows o ON o.id = n.id
  ) m HAVING sum(m.step) <> 0;

  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT 'declined', d.supplier_id, sum((n.status = 'publicada')::int - (o.status = 'publicada')::int)
  FROM new_rows n
  JOIN old_rows o ON o.id = n.id AND (o.status = 'publicada') <> (n.status = 'publicada')
  JOIN supplier_order_declines d ON d.order_id = n.id
  GROUP BY d.supplier_id;
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
