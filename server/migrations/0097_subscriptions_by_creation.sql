-- The administration's subscriptions, newest first.
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_by_creation;
CREATE INDEX CONCURRENTLY subscriptions_by_creation ON subscriptions (created_at, id);
