-- What the worker learns while it tells an event on, and how often it tried.
ALTER TABLE events
  ADD COLUMN facts jsonb,                       -- what the texts say, as it was then; of orders and amounts, never of people
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN retry_at timestamptz,
  ADD COLUMN failed_at timestamptz,             -- given up; an administrator may ask again
  ADD COLUMN failure text;
DROP INDEX events_undispatched;
CREATE INDEX events_undispatched ON events (id) WHERE dispatched_at IS NULL AND failed_at IS NULL;
CREATE INDEX events_failed ON events (id) WHERE failed_at IS NOT NULL;
CREATE INDEX events_by_age ON events (at);
-- What was told of an order: who heard of its publication, and what its texts were when somebody is forgotten.
CREATE INDEX events_by_order ON events (((data ->> 'order_id')::bigint));

-- Channels that administrators switched; for the others the default of the event's own table holds.
CREATE TABLE notification_channels (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,    -- what the audit log calls it by
  profile text NOT NULL CHECK (profile IN ('producer', 'supplier', 'admin')),
  event text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('in_app', 'email', 'whatsapp')),
  enabled boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (profile, event, channel)
);

-- One row a person told inside the service; what it says is written from the event's facts.
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  UNIQUE (event_id, user_id)
);
CREATE INDEX notifications_by_user ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);

-- One row a person told outside it. `sending` is committed before the call: found so after a crash, nobody knows.
CREATE TABLE deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email', 'whatsapp')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  provider_reference text,
  failure text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (event_id, user_id, channel)
);
CREATE INDEX deliveries_by_user ON deliveries (user_id);
CREATE INDEX deliveries_by_age ON deliveries (created_at);
CREATE INDEX deliveries_troubled ON deliveries (id) WHERE state IN ('failed', 'unknown');

ALTER TABLE mails
  ADD COLUMN state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'skipped')),
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN failure text;

-- Reminders that were given, each once for its subject and day.
CREATE TABLE reminders (
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  due date NOT NULL,
  reminded_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject_id, due)
);

CREATE INDEX reminders_by_age ON reminders (reminded_at);
-- Orders that wait for their producer's decision.
CREATE INDEX orders_in_analysis ON orders (closed_at) WHERE status = 'em_analise';

-- Test sends, for their limit.
CREATE TABLE test_sends (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email', 'whatsapp')),
  at timestamptz NOT NULL
);
CREATE INDEX test_sends_by_user ON test_sends (user_id, at);

-- Jobs given up after their last try. Asking again settles the row; another failure makes another one.
CREATE TABLE failed_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL,
  failure text NOT NULL,
  attempts integer NOT NULL,
  failed_at timestamptz NOT NULL,
  retried_at timestamptz,
  retried_by bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX failed_jobs_open ON failed_jobs (id DESC) WHERE retried_at IS NULL;
