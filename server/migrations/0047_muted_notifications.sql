-- What a person chose not to be notified of. NULL in `required` is the event's default.
CREATE TABLE muted_notifications (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('in_app', 'email', 'whatsapp')),
  muted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, event, channel)
);
ALTER TABLE notification_channels ADD COLUMN required boolean;
