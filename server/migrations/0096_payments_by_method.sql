-- The administration's payments of one method, newest first.
DROP INDEX CONCURRENTLY IF EXISTS payments_by_method;
CREATE INDEX CONCURRENTLY payments_by_method ON payments (payment_method, created_at, id);
