-- An address that was left is kept for its person only where it was proven to be theirs. Of one that nobody ever confirmed
-- the owner may be somebody else, who must be able to register with it.
CREATE OR REPLACE FUNCTION users_email_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM account_tokens t
    WHERE t.purpose = 'email_undo' AND t.email_key = NEW.email_key AND t.user_id <> NEW.id AND t.proof_hash IS NULL AND t.used_at IS NULL AND t.expires_at > NEW.updated_at
  ) THEN
    RAISE EXCEPTION 'the address can still be taken back by another account' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_key_key';
  END IF;
  RETURN NULL;
END $$;
