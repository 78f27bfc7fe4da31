-- The administration's subscriptions by the day they are due, ended ones too.
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_by_due_date;
CREATE INDEX CONCURRENTLY subscriptions_by_due_date ON subscriptions (due_date, id);
