-- A sheet as it was uploaded and read. Nothing else is written before it is approved.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('producers', 'suppliers', 'consultants', 'products', 'orders', 'proposals')),
  state text NOT NULL CHECK (state IN ('previewed', 'processing', 'completed', 'failed')),
  filename text NOT NULL,
  sha256 bytea NOT NULL,
  allow_partial boolean NOT NULL DEFAULT false,
  -- Of rows; what was created and skipped counts things: an order may stand in many rows.
  total integer NOT NULL,
  valid integer NOT NULL,
  invalid integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  warnings jsonb NOT NULL,                      -- of the whole file: columns nobody knows
  failure text,
  requested_by bigint NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz
);

-- Gone some weeks after the import: who stands in a sheet is a person.
CREATE TABLE import_rows (
  import_id bigint NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row integer NOT NULL,                         -- its number in the file
  status text NOT NULL CHECK (status IN ('success', 'error')),
  action text NOT NULL CHECK (action IN ('create', 'skip')),
  cells jsonb NOT NULL,                         -- as typed, by column; judged again when the import runs
  sealed bytea,                                 -- a password, sealed with the installation's key
  data jsonb NOT NULL,                          -- as read
  errors jsonb NOT NULL,
  warnings jsonb NOT NULL,
  PRIMARY KEY (import_id, row)
);
