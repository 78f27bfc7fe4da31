-- A setting is plain or sealed, or neither: then its default holds, and the row keeps its number for the audit log.
ALTER TABLE settings
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN sealed bytea,
  ALTER COLUMN value DROP NOT NULL,
  ADD CONSTRAINT settings_one_form CHECK (value IS NULL OR sealed IS NULL);
