-- The administration's list of purchases is searched by their number.
DROP INDEX CONCURRENTLY IF EXISTS purchases_by_folded_number;
CREATE INDEX CONCURRENTLY purchases_by_folded_number ON purchases USING gin (fold(number) gin_trgm_ops);
