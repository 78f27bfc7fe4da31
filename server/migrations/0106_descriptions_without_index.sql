-- The search by crop reads the descriptions of the products that have the other words, as they are written.
DROP INDEX CONCURRENTLY IF EXISTS products_by_description;
