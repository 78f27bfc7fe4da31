-- The administration's lists by status and day: their totals are kept as 0088 keeps its figures. Statuses are kept from here
-- on; 0102 counts what was there before.
CREATE OR REPLACE FUNCTION figures_of_order(o orders) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, f.at::date, f.amount
  FROM (VALUES
    ('orders', o.created_at, 1::bigint),
    ('orders_of_' || o.status, o.created_at, 1),
    ('orders_active', o.created_at, (o.status IN ('pendente', 'publicada', 'em_analise', 'adjudicada'))::int::bigint),
    ('items_asked', o.created_at, CASE WHEN o.status IN ('adjudicada', 'finalizada') THEN o.items_count ELSE 0 END::bigint),
    ('orders_published', o.published_at, 1),
    ('orders_finished', o.finished_at, (o.status = 'finalizada' AND o.published_at IS NOT NULL)::int::bigint),
    ('finished_after_us', o.finished_at, CASE WHEN o.status = 'finalizada' THEN coalesce(microseconds(o.finished_at - o.published_at), 0) ELSE 0 END)
  ) AS f (scope, at, amount)
  WHERE f.scope IS NOT NULL AND f.at IS NOT NULL AND f.amount <> 0
  UNION ALL
  SELECT a.scope, a.day, a.amount FROM first_proposals p CROSS JOIN LATERAL figures_of_answer(o.published_at, p.submitted_at) a WHERE p.order_id = o.id
$$;

CREATE OR REPLACE FUNCTION figures_of_proposal(p proposals) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, f.at::date, f.amount
  FROM (VALUES
    ('proposals', coalesce(p.submitted_at, p.created_at), (p.status <> 'draft')::int::bigint),
    ('proposals_submitted', p.submitted_at, 1),
    ('sent_of_' || p.status, p.submitted_at, 1),
    ('proposals_accepted', p.accepted_at, (p.status = 'accepted')::int::bigint),
    ('proposals_approved', p.accepted_at, (p.status = 'accepted' AND p.submitted_at IS NOT NULL)::int::bigint),
    ('approved_after_us', p.accepted_at, CASE WHEN p.status = 'accepted' THEN coalesce(microseconds(p.accepted_at - p.submitted_at), 0) ELSE 0 END)
  ) AS f (scope, at, amount)
  WHERE f.scope IS NOT NULL AND f.at IS NOT NULL AND f.amount <> 0
$$;

CREATE OR REPLACE FUNCTION figures_of_purchase(s purchases) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT f.scope, s.awarded_at::date, f.amount
  FROM (VALUES
    ('purchases_of_' || s.state, 1::bigint),
    ('bought_cents', CASE WHEN stands(s) THEN (s.items_amount * 100)::bigint ELSE 0 END),
    ('items_bought', CASE WHEN stands(s) THEN (s.items_count - s.items_released)::bigint ELSE 0 END)
  ) AS f (scope, amount)
  WHERE f.scope IS NOT NULL AND f.amount <> 0
$$;

CREATE OR REPLACE FUNCTION figures_of_payment(y payments) RETURNS TABLE (scope text, day date, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT 'revenue_cents', y.payment_date, (y.amount * 100)::bigint WHERE y.confirmed_at IS NOT NULL AND y.payment_date IS NOT NULL
  UNION ALL SELECT 'payments_of_' || y.status, y.due_date, 1 WHERE y.status IS NOT NULL
  UNION ALL SELECT 'payments_by_' || y.payment_method, y.due_date, 1 WHERE y.payment_method IS NOT NULL
$$;

CREATE OR REPLACE TRIGGER payments_counted_anew AFTER UPDATE ON payments FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount OR OLD.payment_date IS DISTINCT FROM NEW.payment_date OR (OLD.confirmed_at IS NULL) <> (NEW.confirmed_at IS NULL)
    OR OLD.status <> NEW.status OR OLD.payment_method IS DISTINCT FROM NEW.payment_method OR OLD.due_date <> NEW.due_date)
  EXECUTE FUNCTION keep_figures_of_payment();
