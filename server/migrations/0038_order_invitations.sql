-- The public page of one order, reached by a code. The code is found by its hash; sealed, it can be
-- shown to the producer again. Revoking deletes the row, renewing replaces code and count.
CREATE TABLE order_invitations (
  order_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  code_sealed bytea NOT NULL CHECK (octet_length(code_sealed) BETWEEN 29 AND 200),
  opens integer NOT NULL DEFAULT 0 CHECK (opens BETWEEN 0 AND 1000000000),
  created_at timestamptz NOT NULL
);
