-- A sheet as it was uploaded and read. Nothing else is written before it is approved.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('producers', 'suppliers', 'consultants', 'products', 'orders', 'proposals')),
  state text NOT NULL CHECK (state IN ('previewed', 'processing', 'completed', 'failed')),
  filename text NOT NULL,
  sha256 bytea NOT NULL,
  allow_partial boolean NOT NULL DEFAULT false,
  total integer NOT NULL,
  valid integer NOT NULL,
  invalid integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failure text,
  requested_by bigint NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX imports_by_age ON imports (id DESC);

CREATE TABLE import_rows (
  import_id bigint NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row integer NOT NULL,                         -- its number in the file
  status text NOT NULL CHECK (status IN ('success', 'error')),
  action text CHECK (action IN ('create', 'skip')),
  data jsonb NOT NULL,
  errors jsonb NOT NULL,
  PRIMARY KEY (import_id, row)
);
