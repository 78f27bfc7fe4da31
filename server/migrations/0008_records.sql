-- One row per thing that happened and must be told to somebody: ids, no personal data. The worker fans it out.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  at timestamptz NOT NULL,
  data jsonb NOT NULL,
  request_id text,
  dispatched_at timestamptz
);
CREATE INDEX events_undispatched ON events (id) WHERE dispatched_at IS NULL;

-- Who changed what, append-only. Old and new values live beside it, so that a person can be forgotten while the
-- row and its digest stay.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint,
  action text NOT NULL CHECK (action IN ('created', 'updated', 'deleted', 'status_changed')),
  resource_type text NOT NULL,
  resource_id bigint NOT NULL,
  ip_address text,
  user_agent text,
  request_id text,
  values_digest bytea NOT NULL           -- SHA-256 over the salt and the values of audit_values
);
CREATE INDEX audit_log_by_resource ON audit_log (resource_type, resource_id, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TABLE audit_values (
  audit_id bigint PRIMARY KEY REFERENCES audit_log (id),
  salt bytea NOT NULL,
  old_values jsonb,
  new_values jsonb
);

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply json,                            -- as it was sent, to the order of its fields
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
