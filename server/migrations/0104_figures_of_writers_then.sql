-- A transaction that was under way when 0101 came kept nothing by status of what it had written, and 0102 did not see it.
-- It is added once all of them have ended, for which no writer waits; after a minute the nightly comparison has to.
DO $$
DECLARE
  own constant xid8 := pg_current_xact_id();
BEGIN
  FOR wait IN 1..1200 LOOP
    EXIT WHEN NOT EXISTS (SELECT FROM orders) OR pg_snapshot_xmin(pg_current_snapshot()) >= own;
    PERFORM pg_sleep(0.05);
  END LOOP;
END $$;
INSERT INTO daily_totals (scope, day, delta)
SELECT u.scope, u.day, sum(u.amount)
FROM (SELECT scope, day, amount FROM counted_daily_totals UNION ALL SELECT t.scope, t.day, -t.delta FROM daily_totals t) u
GROUP BY u.scope, u.day HAVING sum(u.amount) <> 0;
