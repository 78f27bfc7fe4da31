-- Suppliers' lists by number: numbers grow, so that by all orders' numbers the open ones would come last.
DROP INDEX CONCURRENTLY IF EXISTS orders_published_by_number;
CREATE INDEX CONCURRENTLY orders_published_by_number ON orders (number, id) WHERE status = 'publicada';
