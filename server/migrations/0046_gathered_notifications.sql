-- Notifications of one event about one order are gathered until they are read: the newest counts the
-- others, which leave the list. Each event keeps its row.
ALTER TABLE notifications
  ADD COLUMN gathered integer NOT NULL DEFAULT 1 CHECK (gathered BETWEEN 1 AND 1000000),
  ADD COLUMN superseded boolean NOT NULL DEFAULT false;
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE read_at IS NULL AND NOT superseded;
DROP INDEX notifications_unread;
