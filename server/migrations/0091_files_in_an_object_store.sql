-- A content is stored here, or as an object outside the database, by its name there. Each upload gives
-- its object a name of its own, so that what was dropped under one name cannot be what another upload
-- has just stored.
ALTER TABLE stored_files
  ALTER COLUMN content DROP NOT NULL,
  ADD COLUMN object text,
  ADD CONSTRAINT stored_files_place_check CHECK ((content IS NULL) <> (object IS NULL)) NOT VALID,
  ADD CONSTRAINT stored_files_object_check CHECK (char_length(object) <= 1024) NOT VALID;

-- Objects that nothing referred to when they were seen: dropped with their last reference, or left behind
-- by an upload that did not end. What is seen so again a day later is removed.
CREATE TABLE unreferenced_objects (
  object text PRIMARY KEY CHECK (char_length(object) <= 1024),
  seen_at timestamptz NOT NULL
);
CREATE INDEX unreferenced_objects_by_time ON unreferenced_objects (seen_at);
