-- A supplier's own figures without counting: proposals by what became of them, and what was won, in cents, of orders that
-- were not revoked. Deltas as in 0007. The triggers come first: they lock out writers until the sums below are stored.
ALTER TABLE list_totals DROP CONSTRAINT list_totals_scope_check,
  ADD CONSTRAINT list_totals_scope_check CHECK (scope IN ('published', 'declined', 'sent', 'own_drafts', 'own_sent', 'own_accepted', 'own_rejected', 'own_won_cents'));

-- What one proposal counts for, `sign` times.
CREATE FUNCTION list_totals_count_proposal(proposal proposals, sign int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT s.scope, proposal.supplier_id, s.amount * sign
  FROM (VALUES
    ('own_drafts', (proposal.status = 'draft')::int::bigint), ('own_sent', (proposal.status <> 'draft')::int::bigint),
    ('own_accepted', (proposal.status = 'accepted')::int::bigint), ('own_rejected', (proposal.status = 'rejected')::int::bigint),
    ('own_won_cents', CASE WHEN proposal.status = 'accepted' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = proposal.order_id AND o.status = 'revogada')
      THEN (proposal.total_amount * 100)::bigint ELSE 0 END)
  ) AS s(scope, amount)
  WHERE s.amount <> 0
$$;

CREATE FUNCTION list_totals_own_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM list_totals_count_proposal(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM list_totals_count_proposal(NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER list_totals_own_inserted AFTER INSERT ON proposals FOR EACH ROW EXECUTE FUNCTION list_totals_own_proposals();
CREATE TRIGGER list_totals_own_deleted AFTER DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION list_totals_own_proposals();
-- Saving a draft over and over changes nothing here, and costs nothing.
CREATE TRIGGER list_totals_own_updated AFTER UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.supplier_id <> NEW.supplier_id OR (NEW.status = 'accepted' AND OLD.total_amount <> NEW.total_amount))
  EXECUTE FUNCTION list_totals_own_proposals();

-- A revoked order's award is won no more. (An order that has proposals is never deleted.)
CREATE FUNCTION list_totals_own_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT 'own_won_cents', p.supplier_id, sum(p.total_amount * 100)::bigint * TG_ARGV[0]::int
  FROM proposals p WHERE p.order_id = OLD.id AND p.status = 'accepted' AND p.total_amount > 0 GROUP BY p.supplier_id;
  RETURN NULL;
END $$;
CREATE TRIGGER list_totals_own_revoked AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> 'revogada' AND NEW.status = 'revogada') EXECUTE FUNCTION list_totals_own_revoked('-1');
CREATE TRIGGER list_totals_own_restored AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status = 'revogada' AND NEW.status <> 'revogada') EXECUTE FUNCTION list_totals_own_revoked('1');

INSERT INTO list_totals (scope, supplier_id, delta)
SELECT s.scope, c.supplier_id, s.amount
FROM (
  SELECT p.supplier_id, count(*) FILTER (WHERE p.status = 'draft') AS drafts, count(*) FILTER (WHERE p.status <> 'draft') AS sent,
    count(*) FILTER (WHERE p.status = 'accepted') AS accepted, count(*) FILTER (WHERE p.status = 'rejected') AS rejected,
    coalesce(sum(p.total_amount * 100) FILTER (WHERE p.status = 'accepted' AND o.status <> 'revogada'), 0)::bigint AS won
  FROM proposals p JOIN orders o ON o.id = p.order_id GROUP BY p.supplier_id
) c
CROSS JOIN LATERAL (VALUES ('own_drafts', c.drafts), ('own_sent', c.sent), ('own_accepted', c.accepted), ('own_rejected', c.rejected), ('own_won_cents', c.won)) AS s(scope, amount)
WHERE s.amount <> 0;
