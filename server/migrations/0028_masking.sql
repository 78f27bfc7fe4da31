-- What a reply under a key is made from, where it is presented after the commit: rows as they were, before any masking.
ALTER TABLE idempotency_keys ADD COLUMN material json;

-- What a supplier was known by before, hidden in its texts as what it is known by now. The latest thirty of each kind.
CREATE TABLE former_identities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('name', 'email', 'phone', 'document', 'website')),
  value text NOT NULL,
  UNIQUE (user_id, kind, value)
);

CREATE FUNCTION remember_identity(person bigint, sort text, was text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_identities WHERE user_id = person AND kind = sort AND value = was;
  INSERT INTO former_identities (user_id, kind, value) VALUES (person, sort, was);
  DELETE FROM former_identities WHERE id IN (
    SELECT f.id FROM former_identities f WHERE f.user_id = person AND f.kind = sort ORDER BY f.id DESC OFFSET 30);
END $$;

-- Whatever changes a supplier: its own profile, an administrator, a release to come. What is erased is not remembered.
CREATE FUNCTION remember_identities_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remember_identity(OLD.id, v.kind, v.was)
  FROM (VALUES ('name', OLD.name, NEW.name), ('email', OLD.email, NEW.email), ('phone', OLD.phone, NEW.phone), ('phone', OLD.mobile, NEW.mobile),
    ('document', OLD.document_number, NEW.document_number)) AS v(kind, was, now)
  WHERE v.was IS NOT NULL AND v.was IS DISTINCT FROM v.now;
  RETURN NULL;
END $$;
CREATE TRIGGER remember_identities AFTER UPDATE OF name, email, phone, mobile, document_number ON users FOR EACH ROW
  WHEN (OLD.user_type = 'fornecedor' AND NEW.erased_at IS NULL
    AND (OLD.name, OLD.email, OLD.phone, OLD.mobile, OLD.document_number) IS DISTINCT FROM (NEW.name, NEW.email, NEW.phone, NEW.mobile, NEW.document_number))
  EXECUTE FUNCTION remember_identities_of_user();

CREATE FUNCTION remember_website() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remember_identity(OLD.user_id, 'website', OLD.website);
  RETURN NULL;
END $$;
CREATE TRIGGER remember_website AFTER UPDATE OF website ON suppliers FOR EACH ROW
  WHEN (OLD.website IS NOT NULL AND OLD.website IS DISTINCT FROM NEW.website) EXECUTE FUNCTION remember_website();

-- What the audit log still holds of changes before this one.
INSERT INTO former_identities (user_id, kind, value)
SELECT DISTINCT c.user_id, c.kind, c.value FROM (
  SELECT u.id AS user_id, f.kind, v.old_values ->> f.field AS value
  FROM audit_log a
  JOIN audit_values v ON v.audit_id = a.id
  JOIN suppliers su ON (a.resource_type = 'supplier' AND su.id = a.resource_id) OR (a.resource_type = 'user' AND su.user_id = a.resource_id)
  JOIN users u ON u.id = su.user_id AND u.erased_at IS NULL
  CROSS JOIN (VALUES ('name', 'name'), ('email', 'email'), ('phone', 'phone'), ('phone', 'mobile'), ('document', 'document_number'), ('document', 'document'),
    ('website', 'website')) AS f(kind, field)
  WHERE jsonb_typeof(v.old_values) = 'object' AND jsonb_typeof(v.old_values -> f.field) = 'string'
    AND v.old_values ->> f.field NOT IN (u.name, u.email, coalesce(u.phone, ''), coalesce(u.mobile, ''), coalesce(u.document_number, ''), coalesce(su.website, ''), '')
) c;
DELETE FROM former_identities WHERE id IN (
  SELECT n.id FROM (SELECT f.id, row_number() OVER (PARTITION BY f.user_id, f.kind ORDER BY f.id DESC) AS place FROM former_identities f) n WHERE n.place > 30);
