CREATE TABLE cultures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE producer_cultures (
  producer_id bigint NOT NULL REFERENCES producers (id) ON DELETE CASCADE,
  culture_id bigint NOT NULL REFERENCES cultures (id),
  PRIMARY KEY (producer_id, culture_id)
);
CREATE INDEX producer_cultures_by_culture ON producer_cultures (culture_id);

CREATE TABLE commercial_references (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  producer_id bigint NOT NULL REFERENCES producers (id) ON DELETE CASCADE,
  position integer NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  phone text,
  email text,
  UNIQUE (producer_id, position)
);

CREATE TABLE pages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  slug text COLLATE "C" NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  content text NOT NULL,                 -- HTML, sanitised on write
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  edited_by bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The audit log's chain: each seal covers one row and the seal before it. One sealer writes it, after the fact, so that
-- nobody waits for the chain's head.
CREATE TABLE audit_seals (
  sequence bigint PRIMARY KEY,
  audit_id bigint NOT NULL UNIQUE REFERENCES audit_log (id),
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL
);
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- People as administrators search them: name, e-mail, document and phones, with and without punctuation.
ALTER TABLE users ADD COLUMN search text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
  fold(name || ' ' || email || ' ' || coalesce(document_number, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(mobile, ''))
) STORED;
CREATE INDEX users_by_search ON users USING gin (search gin_trgm_ops);
CREATE INDEX proposals_by_submission ON proposals (submitted_at, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (created_at, id);
CREATE INDEX orders_by_status ON orders (status, created_at, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);
CREATE INDEX login_attempts_by_user ON login_attempts (user_id);
CREATE INDEX order_events_by_actor ON order_events (actor_id);
-- Lists of people cut their pages and count from the index alone.
CREATE INDEX users_by_type ON users (user_type, name_key, id) INCLUDE (status, deleted_at);
CREATE INDEX users_by_creation ON users (user_type, created_at, id) INCLUDE (status, deleted_at);
CREATE INDEX users_by_status ON users (user_type, status, id) INCLUDE (deleted_at);
CREATE INDEX users_by_email ON users (user_type, email_key, id) INCLUDE (status, deleted_at);
CREATE INDEX proposals_by_amount ON proposals (total_amount, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX proposals_by_status ON proposals (status, id) WHERE submitted_at IS NOT NULL;
CREATE INDEX orders_by_deadline ON orders (deadline_date, id);
