-- The administration's payments, newest first.
DROP INDEX CONCURRENTLY IF EXISTS payments_by_creation;
CREATE INDEX CONCURRENTLY payments_by_creation ON payments (created_at, id);
