-- Whether a token that came from an exchange has not been used yet: its answer may have been lost, so the exchange is repeated.
ALTER TABLE sessions ADD COLUMN is_token_unused boolean NOT NULL DEFAULT false;
