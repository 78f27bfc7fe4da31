-- What 0101 keeps, of the rows that were there before it; as in 0089 no writer waits.
INSERT INTO daily_totals (scope, day, delta)
SELECT u.scope, u.day, sum(u.amount)
FROM (SELECT scope, day, amount FROM counted_daily_totals UNION ALL SELECT t.scope, t.day, -t.delta FROM daily_totals t) u
GROUP BY u.scope, u.day HAVING sum(u.amount) <> 0;
