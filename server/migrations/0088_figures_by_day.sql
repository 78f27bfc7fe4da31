-- What the administration counts of orders, proposals, purchases, people and payments, kept by the day (of the session's time
-- zone, which is the platform's) that assigns it to a period: the dashboard sums all days, a week or a period its own. As in
-- 0007 every change inserts a delta, and the scheduler folds. What one row counts for is said once, by the function of its
-- table; the triggers and `counted_daily_totals` both ask it. Days are kept from here on; 0089 counts what was there before.
CREATE TABLE daily_totals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL,
  day date NOT NULL,
  delta bigint NOT NULL
);
CREATE INDEX daily_totals_by_scope ON daily_totals (scope, day) INCLUDE (delta);

-- When an order was first answered by a proposal. One that is taken back and sent again does not change it.
CREATE TABLE first_proposals (
  order_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  submitted_at timestamptz NOT NULL
);

-- How many items of a purchase were released, beside how many it has: what counts is then one row.
ALTER TABLE purchases ADD COLUMN items_released integer NOT NULL DEFAULT 0;

CREATE FUNCTION microseconds(span interval) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(epoch FROM span) * 1000000)::bigint
$$;

-- A proposal that is dated before its order's publication, as files of past days may be, waited for nothing.
CREATE FUNCTION figures_of_answer(published_at timestamptz, answered_at timestamptz) RETURNS TABLE (scope text, day date, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT f.scope, figures_of_answer.published_at::date, f.amount
  FROM (VALUES ('orders_answered', 1::bigint), ('answered_after_us', microseconds(greatest(answered_at - figures_of_answer.published_at, interval '0')))) AS f (scope, amount)
  WHERE figures_of_answer.published_at IS NOT NULL AND answered_at IS NOT NULL AND f.amount <> 0
$$;

CREATE FUNCTION figures_of_order(o orders) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, f.at::date, f.amount
  FROM (VALUES
    ('orders', o.created_at, 1::bigint),
    ('orders_active', o.created_at, (o.status IN ('pendente', 'publicada', 'em_analise', 'adjudicada'))::int::bigint),
    ('items_asked', o.created_at, CASE WHEN o.status IN ('adjudicada', 'finalizada') THEN o.items_count ELSE 0 END::bigint),
    ('orders_published', o.published_at, 1),
    ('orders_finished', o.finished_at, (o.status = 'finalizada' AND o.published_at IS NOT NULL)::int::bigint),
    ('finished_after_us', o.finished_at, CASE WHEN o.status = 'finalizada' THEN coalesce(microseconds(o.finished_at - o.published_at), 0) ELSE 0 END)
  ) AS f (scope, at, amount)
  WHERE f.at IS NOT NULL AND f.amount <> 0
  UNION ALL
  SELECT a.scope, a.day, a.amount FROM first_proposals p CROSS JOIN LATERAL figures_of_answer(o.published_at, p.submitted_at) a WHERE p.order_id = o.id
$$;

CREATE FUNCTION figures_of_proposal(p proposals) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, f.at::date, f.amount
  FROM (VALUES
    ('proposals', coalesce(p.submitted_at, p.created_at), (p.status <> 'draft')::int::bigint),
    ('proposals_submitted', p.submitted_at, 1),
    ('proposals_accepted', p.accepted_at, (p.status = 'accepted')::int::bigint),
    ('proposals_approved', p.accepted_at, (p.status = 'accepted' AND p.submitted_at IS NOT NULL)::int::bigint),
    ('approved_after_us', p.accepted_at, CASE WHEN p.status = 'accepted' THEN coalesce(microseconds(p.accepted_at - p.submitted_at), 0) ELSE 0 END)
  ) AS f (scope, at, amount)
  WHERE f.at IS NOT NULL AND f.amount <> 0
$$;

CREATE FUNCTION stands(s purchases) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT s.state NOT IN ('released', 'cancelled') $$;

CREATE FUNCTION figures_of_purchase(s purchases) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, s.awarded_at::date, f.amount
  FROM (VALUES
    ('bought_cents', (s.items_amount * 100)::bigint),
    ('items_bought', (s.items_count - s.items_released)::bigint)
  ) AS f (scope, amount)
  WHERE stands(s) AND f.amount <> 0
$$;

CREATE FUNCTION figures_of_user(u users) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT 'users_' || u.user_type, u.created_at::date, 1::bigint WHERE u.user_type IS NOT NULL AND u.deleted_at IS NULL
$$;

CREATE FUNCTION figures_of_payment(y payments) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT 'revenue_cents', y.payment_date, (y.amount * 100)::bigint WHERE y.confirmed_at IS NOT NULL AND y.payment_date IS NOT NULL
$$;

-- Everything counted anew.
CREATE VIEW counted_daily_totals AS
  SELECT f.scope, f.day, sum(f.amount)::bigint AS amount
  FROM (
    SELECT f.* FROM orders o CROSS JOIN LATERAL figures_of_order(o) f
    UNION ALL SELECT f.* FROM proposals p CROSS JOIN LATERAL figures_of_proposal(p) f
    UNION ALL SELECT f.* FROM purchases s CROSS JOIN LATERAL figures_of_purchase(s) f
    UNION ALL SELECT f.* FROM users u CROSS JOIN LATERAL figures_of_user(u) f
    UNION ALL SELECT f.* FROM payments y CROSS JOIN LATERAL figures_of_payment(y) f
  ) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;

-- A row that is new or gone is null on its other side, which counts for nothing.
CREATE FUNCTION keep_figures_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM (SELECT n.* FROM figures_of_order(NEW) n UNION ALL SELECT o.scope, o.day, -o.amount FROM figures_of_order(OLD) o) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_counted AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION keep_figures_of_order();
CREATE TRIGGER orders_counted_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.created_at <> NEW.created_at OR OLD.published_at IS DISTINCT FROM NEW.published_at OR OLD.finished_at IS DISTINCT FROM NEW.finished_at
    OR (OLD.items_count <> NEW.items_count AND NEW.status IN ('adjudicada', 'finalizada')))
  EXECUTE FUNCTION keep_figures_of_order();

CREATE FUNCTION keep_figures_of_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM (SELECT n.* FROM figures_of_proposal(NEW) n UNION ALL SELECT o.scope, o.day, -o.amount FROM figures_of_proposal(OLD) o) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER proposals_counted AFTER INSERT OR DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION keep_figures_of_proposal();
CREATE TRIGGER proposals_counted_anew AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.submitted_at IS DISTINCT FROM NEW.submitted_at OR OLD.accepted_at IS DISTINCT FROM NEW.accepted_at)
  EXECUTE FUNCTION keep_figures_of_proposal();

CREATE FUNCTION keep_figures_of_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM (SELECT n.* FROM figures_of_purchase(NEW) n UNION ALL SELECT o.scope, o.day, -o.amount FROM figures_of_purchase(OLD) o) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_counted AFTER INSERT OR DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION keep_figures_of_purchase();
CREATE TRIGGER purchases_counted_anew AFTER UPDATE ON purchases FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.items_amount <> NEW.items_amount OR OLD.items_count <> NEW.items_count OR OLD.items_released <> NEW.items_released
    OR OLD.awarded_at <> NEW.awarded_at)
  EXECUTE FUNCTION keep_figures_of_purchase();

CREATE FUNCTION keep_figures_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM (SELECT n.* FROM figures_of_user(NEW) n UNION ALL SELECT o.scope, o.day, -o.amount FROM figures_of_user(OLD) o) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER users_counted AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_figures_of_user();
CREATE TRIGGER users_counted_anew AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.user_type <> NEW.user_type OR OLD.created_at <> NEW.created_at OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION keep_figures_of_user();

CREATE FUNCTION keep_figures_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM (SELECT n.* FROM figures_of_payment(NEW) n UNION ALL SELECT o.scope, o.day, -o.amount FROM figures_of_payment(OLD) o) f
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_counted AFTER INSERT OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION keep_figures_of_payment();
CREATE TRIGGER payments_counted_anew AFTER UPDATE ON payments FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount OR OLD.payment_date IS DISTINCT FROM NEW.payment_date OR (OLD.confirmed_at IS NULL) <> (NEW.confirmed_at IS NULL))
  EXECUTE FUNCTION keep_figures_of_payment();

CREATE FUNCTION count_released_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchases SET items_released = items_released + CASE WHEN NEW.released_at IS NULL THEN -1 ELSE 1 END WHERE id = NEW.purchase_id;
  RETURN NULL;
END $$;
CREATE TRIGGER purchase_items_released AFTER UPDATE ON purchase_items FOR EACH ROW
  WHEN ((OLD.released_at IS NULL) <> (NEW.released_at IS NULL)) EXECUTE FUNCTION count_released_item();

-- Two first proposals at once wait for each other here. One that follows another has nothing to say, and so waits for nobody,
-- not even for 0089, which counts by itself.
CREATE FUNCTION keep_first_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposals p WHERE p.order_id = NEW.order_id AND p.status <> 'draft' AND p.id <> NEW.id AND p.submitted_at <= NEW.submitted_at) THEN
    INSERT INTO first_proposals AS f (order_id, submitted_at) VALUES (NEW.order_id, NEW.submitted_at)
    ON CONFLICT (order_id) DO UPDATE SET submitted_at = excluded.submitted_at WHERE excluded.submitted_at < f.submitted_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER proposals_first_inserted AFTER INSERT ON proposals FOR EACH ROW
  WHEN (NEW.submitted_at IS NOT NULL) EXECUTE FUNCTION keep_first_proposal();
CREATE TRIGGER proposals_first AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (NEW.submitted_at IS NOT NULL AND (OLD.submitted_at IS NULL OR NEW.submitted_at < OLD.submitted_at)) EXECUTE FUNCTION keep_first_proposal();

CREATE FUNCTION keep_figures_of_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_totals (scope, day, delta)
  SELECT f.scope, f.day, sum(f.amount)
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT n.* FROM figures_of_answer(o.published_at, NEW.submitted_at) n
    UNION ALL SELECT a.scope, a.day, -a.amount FROM figures_of_answer(o.published_at, OLD.submitted_at) a
  ) f
  WHERE o.id = NEW.order_id
  GROUP BY f.scope, f.day HAVING sum(f.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER first_proposals_counted AFTER INSERT OR UPDATE ON first_proposals FOR EACH ROW
  WHEN (current_setting('lavra.counting', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION keep_figures_of_answer();

-- The totals of 0007, 0021, 0051 and 0057, counted anew.
CREATE VIEW counted_list_totals AS
  SELECT c.scope, c.supplier_id, c.amount
  FROM (
    SELECT 'published' AS scope, 0::bigint AS supplier_id, count(*) AS amount FROM orders WHERE status = 'publicada'
    UNION ALL SELECT 'declined', d.supplier_id, count(*) FROM supplier_order_declines d JOIN orders o ON o.id = d.order_id AND o.status = 'publicada' GROUP BY d.supplier_id
    UNION ALL SELECT 'sent', 0, count(*) FROM proposals WHERE submitted_at IS NOT NULL
    UNION ALL SELECT 'purchases', 0, count(*) FROM purchases
    UNION ALL SELECT f.scope, p.supplier_id, f.amount
      FROM (
        SELECT supplier_id, count(*) FILTER (WHERE status = 'draft') AS drafts, count(*) FILTER (WHERE status <> 'draft') AS sent,
          count(*) FILTER (WHERE status = 'accepted') AS accepted, count(*) FILTER (WHERE status = 'rejected') AS rejected
        FROM proposals GROUP BY supplier_id
      ) p
      CROSS JOIN LATERAL (VALUES ('own_drafts', p.drafts), ('own_sent', p.sent), ('own_accepted', p.accepted), ('own_rejected', p.rejected)) f (scope, amount)
    UNION ALL SELECT 'own_won_cents', s.supplier_id, (sum(s.items_amount) * 100)::bigint FROM purchases s WHERE s.state <> 'cancelled' GROUP BY s.supplier_id
  ) c
  WHERE c.amount <> 0;
