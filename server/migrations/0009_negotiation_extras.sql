-- A supplier asks, the producer answers once, every supplier reads both. Who asked is known to the service alone.
CREATE TABLE order_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  order_item_id bigint REFERENCES order_items (id) ON DELETE CASCADE,
  supplier_id bigint NOT NULL REFERENCES suppliers (id),
  question text NOT NULL,
  asked_at timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX order_questions_by_order ON order_questions (order_id, id);
CREATE INDEX order_questions_by_supplier ON order_questions (supplier_id);

-- Files by the SHA-256 of their content: the same file is kept once.
CREATE TABLE stored_files (
  sha256 bytea PRIMARY KEY,
  media_type text NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 1 AND 20971520),
  content bytea NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE order_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  sha256 bytea NOT NULL REFERENCES stored_files (sha256),
  filename text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (order_id, sha256)
);
CREATE INDEX order_attachments_by_file ON order_attachments (sha256);

-- How far the order's producer has come with a proposal; winner and rejected follow from its status.
CREATE TABLE proposal_reviews (
  proposal_id bigint PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('viewed', 'analyzing', 'shortlisted')),
  updated_at timestamptz NOT NULL
);

-- What was decided on and why, as it stood at the award: items, prices, letters, the chosen one. Never changed.
CREATE TABLE decision_records (
  order_id bigint PRIMARY KEY REFERENCES orders (id),
  recorded_at timestamptz NOT NULL,
  content jsonb NOT NULL
);
CREATE TRIGGER decision_records_frozen BEFORE UPDATE ON decision_records
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
