-- When the last backup was made. `lavra backup` calls it when its files are checked; whoever backs up in another way
-- calls it from there. A function with its owner's rights, because the role that takes backups may only read.
CREATE FUNCTION note_backup(made_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  INSERT INTO settings AS s (key, value, updated_at) VALUES ('backup.made_at', to_jsonb(made_at), made_at)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
  WHERE s.updated_at < excluded.updated_at;
END;
