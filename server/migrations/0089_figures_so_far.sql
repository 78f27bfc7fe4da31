-- What 0088 keeps, of the rows that were there before it. What is written meanwhile is in both the sums and the totals that a
-- statement sees, or in neither, so no writer waits.
SELECT set_config('lavra.counting', 'off', true);
INSERT INTO first_proposals AS f (order_id, submitted_at)
SELECT p.order_id, min(p.submitted_at) FROM proposals p WHERE p.submitted_at IS NOT NULL GROUP BY p.order_id
ON CONFLICT (order_id) DO UPDATE SET submitted_at = excluded.submitted_at WHERE excluded.submitted_at < f.submitted_at;
SELECT set_config('lavra.counting', 'on', true);
INSERT INTO daily_totals (scope, day, delta)
SELECT d.scope, d.day, d.amount
FROM (
  SELECT u.scope, u.day, sum(u.amount) AS amount
  FROM (SELECT * FROM counted_daily_totals UNION ALL SELECT t.scope, t.day, -t.delta FROM daily_totals t) u
  GROUP BY u.scope, u.day
) d
WHERE d.amount <> 0;
