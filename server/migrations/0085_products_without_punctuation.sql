DROP INDEX CONCURRENTLY IF EXISTS products_by_plain_search;
CREATE INDEX CONCURRENTLY products_by_plain_search ON products USING gin (translate(search, ',.-/', '') gin_trgm_ops);
