-- An address that waits to be confirmed: `email` stays in force until then. `vouched`: an administrator made the account,
-- so what its person may do does not wait for a confirmed address.
ALTER TABLE users
  ADD COLUMN pending_email text,
  ADD COLUMN vouched boolean NOT NULL DEFAULT false;
UPDATE users u SET vouched = true
WHERE EXISTS (SELECT 1 FROM audit_log a WHERE a.resource_type = 'user' AND a.resource_id = u.id AND a.action = 'created' AND (a.actor_type = 'admin' OR a.actor_type = 'system' AND a.request_id = 'system'));

-- Links that confirm a new address, and links that bring the old one back: to which address, and, where that one was never
-- confirmed, by which password it must be proven.
ALTER TABLE account_tokens
  DROP CONSTRAINT account_tokens_purpose_check,
  ADD CONSTRAINT account_tokens_purpose_check
    CHECK (purpose IN ('password_reset', 'email_verification', 'consultant_activation', 'email_change', 'email_undo')),
  ADD COLUMN restores_email text,
  ADD COLUMN proof_hash text,
  ADD CONSTRAINT account_tokens_undo CHECK (purpose <> 'email_undo' OR restores_email IS NOT NULL);
CREATE INDEX account_tokens_reserved ON account_tokens (email_key) WHERE purpose = 'email_undo' AND used_at IS NULL;

-- While a change of address can be undone, the old one is its person's. Asked after the row is written, hence also of one
-- that waited for the change to commit; told as the unique index tells it.
CREATE FUNCTION users_email_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM account_tokens t
    WHERE t.purpose = 'email_undo' AND t.email_key = NEW.email_key AND t.user_id <> NEW.id AND t.used_at IS NULL AND t.expires_at > NEW.updated_at
  ) THEN
    RAISE EXCEPTION 'the address can still be taken back by another account' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_key_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_email_reserved AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION users_email_reserved();

-- A mail that is meant for its address whatever the account's is: a new one to confirm, an old one that is told of the change.
ALTER TABLE mails ADD COLUMN fixed_address boolean NOT NULL DEFAULT false;

-- What an account has done today that others are told of, for its daily ceilings.
CREATE TABLE outreach_counts (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  act text NOT NULL CHECK (act IN ('publish', 'extend', 'ask')),
  day date NOT NULL,
  done integer NOT NULL CHECK (done BETWEEN 1 AND 1000000),
  PRIMARY KEY (user_id, act, day)
);
CREATE INDEX outreach_counts_by_day ON outreach_counts (day);

-- Publications that a supplier is told of within minutes go out as one: when a delivery may go, and the one that it goes with.
ALTER TABLE deliveries
  ADD COLUMN due_at timestamptz,
  ADD COLUMN digest_of bigint REFERENCES deliveries (id) ON DELETE SET NULL;
CREATE INDEX deliveries_by_due ON deliveries (user_id, channel, due_at DESC) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_by_digest ON deliveries (digest_of) WHERE digest_of IS NOT NULL;
