-- A person who asked to be forgotten: the row stays, for orders, proposals and the log refer to it; nothing in it tells
-- who it was. Nobody brings it back.
ALTER TABLE users ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR deleted_at IS NOT NULL);

-- A request that was under way when its author was erased writes nothing more. It waits for the erasure, which holds the
-- profile's row, and is refused after it. LV401 is told as a dead token is.
CREATE FUNCTION refuse_erased_producer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM producers p WHERE p.id = NEW.producer_id FOR KEY SHARE;
  IF EXISTS (SELECT FROM producers p JOIN users u ON u.id = p.user_id WHERE p.id = NEW.producer_id AND u.erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'producer % is erased', NEW.producer_id USING ERRCODE = 'LV401';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_erased_supplier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM suppliers s WHERE s.id = NEW.supplier_id FOR KEY SHARE;
  IF EXISTS (SELECT FROM suppliers s JOIN users u ON u.id = s.user_id WHERE s.id = NEW.supplier_id AND u.erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'supplier % is erased', NEW.supplier_id USING ERRCODE = 'LV401';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_of_the_living BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_erased_producer();
CREATE TRIGGER proposals_of_the_living BEFORE INSERT ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_erased_supplier();
CREATE TRIGGER questions_of_the_living BEFORE INSERT ON order_questions FOR EACH ROW EXECUTE FUNCTION refuse_erased_supplier();
CREATE TRIGGER favorites_of_the_living BEFORE INSERT ON favorite_orders FOR EACH ROW EXECUTE FUNCTION refuse_erased_supplier();
CREATE TRIGGER declines_of_the_living BEFORE INSERT ON supplier_order_declines FOR EACH ROW EXECUTE FUNCTION refuse_erased_supplier();

-- A decision record stays as it was frozen, but for the words an erasure takes out. That says so, for its transaction alone.
DROP TRIGGER decision_records_frozen ON decision_records;
CREATE TRIGGER decision_records_frozen BEFORE UPDATE ON decision_records
  FOR EACH STATEMENT WHEN (current_setting('lavra.erasing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION forbid_change();

-- Where a change came from is somebody's, too: it moves to what can be erased, and the digest covers it from now on. The
-- rows there are take the new form, and the sealer writes the chain anew from its beginning.
ALTER TABLE audit_values ADD COLUMN ip_address text, ADD COLUMN user_agent text;
UPDATE audit_values v SET ip_address = a.ip_address, user_agent = a.user_agent FROM audit_log a WHERE a.id = v.audit_id;

ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
UPDATE audit_log a SET values_digest = sha256(
  a.values_digest || '\x00'::bytea || convert_to(coalesce('=' || a.ip_address, ''), 'UTF8') || '\x00'::bytea || convert_to(coalesce('=' || a.user_agent, ''), 'UTF8'));
ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
ALTER TABLE audit_log DROP COLUMN ip_address, DROP COLUMN user_agent;
CREATE INDEX audit_values_by_ip ON audit_values (ip_address);

ALTER TABLE audit_seals DISABLE TRIGGER audit_seals_append_only;
DELETE FROM audit_seals;
ALTER TABLE audit_seals ENABLE TRIGGER audit_seals_append_only;
