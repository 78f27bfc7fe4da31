-- The administration's payments by their amount.
DROP INDEX CONCURRENTLY IF EXISTS payments_by_amount;
CREATE INDEX CONCURRENTLY payments_by_amount ON payments (amount, id);
