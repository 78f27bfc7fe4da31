-- The administration's suspended orders.
DROP INDEX CONCURRENTLY IF EXISTS orders_suspended;
CREATE INDEX CONCURRENTLY orders_suspended ON orders (created_at, id) WHERE suspended_at IS NOT NULL;
