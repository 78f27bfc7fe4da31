DROP INDEX CONCURRENTLY IF EXISTS orders_published_by_product;
CREATE INDEX CONCURRENTLY orders_published_by_product ON orders USING gin (product_ids) WHERE status = 'publicada';
