-- The administration's list of all purchases: its total is kept, and an index sorts it by amount.
ALTER TABLE list_totals DROP CONSTRAINT list_totals_scope_check,
  ADD CONSTRAINT list_totals_scope_check CHECK (scope IN ('published', 'declined', 'sent', 'purchases', 'own_drafts', 'own_sent', 'own_accepted', 'own_rejected', 'own_won_cents'));

CREATE FUNCTION list_totals_purchases_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_totals (scope, delta)
  SELECT 'purchases', count(*) * TG_ARGV[0]::bigint FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
-- They lock the table, so that none is bought between them and the count.
CREATE TRIGGER list_totals_purchases_inserted AFTER INSERT ON purchases REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_purchases_counted('1');
CREATE TRIGGER list_totals_purchases_deleted AFTER DELETE ON purchases REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_totals_purchases_counted('-1');
INSERT INTO list_totals (scope, delta) SELECT 'purchases', count(*) FROM purchases HAVING count(*) > 0;

CREATE INDEX purchases_by_amount ON purchases (items_amount, id);
