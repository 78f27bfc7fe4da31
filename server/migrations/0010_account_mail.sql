CREATE TABLE consultants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL UNIQUE REFERENCES users (id)
);

CREATE TABLE consultant_producers (
  consultant_id bigint NOT NULL REFERENCES consultants (id) ON DELETE CASCADE,
  producer_id bigint NOT NULL REFERENCES producers (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (consultant_id, producer_id)
);
CREATE INDEX consultant_producers_by_producer ON consultant_producers (producer_id);

-- Single-use links sent by e-mail. Only the token's SHA-256 is kept.
CREATE TABLE account_tokens (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('password_reset', 'email_verification', 'consultant_activation')),
  email_key text COLLATE "C" NOT NULL,     -- the address it was sent to: a later change of address voids it
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_tokens_by_user ON account_tokens (user_id, purpose);

-- Mail to be sent. What would open an account (the link's token) is sealed with the installation's key.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES users (id) ON DELETE CASCADE,
  to_address text NOT NULL,
  template text NOT NULL,
  data jsonb NOT NULL,
  sealed bytea,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX mails_unsent ON mails (id) WHERE sent_at IS NULL;
CREATE INDEX mails_by_user ON mails (user_id);
