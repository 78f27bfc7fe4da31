-- Each period that somebody has is a row, honoured as what it was paid as. The subscription's own row stays the face that
-- is read: plan, due date and what comes next are derived from these under its lock.
CREATE TABLE subscription_periods (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id bigint NOT NULL REFERENCES subscriptions (id),
  -- `returned` is of a payment that came back after a lost dispute; `earlier` was there before periods were kept.
  origin text NOT NULL CHECK (origin IN ('payment', 'returned', 'earlier', 'trial', 'free')),
  payment_id bigint REFERENCES payments (id),
  plan_id bigint NOT NULL REFERENCES plans (id),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'quarterly', 'annual')),
  amount numeric(15, 2) CHECK (amount BETWEEN 0 AND 9999999999999.99),  -- null: not known
  days integer CHECK (days BETWEEN 0 AND 100000),  -- null: as long as its cycle
  starts_on date NOT NULL CHECK (starts_on BETWEEN '1900-01-01' AND '9999-12-31'),
  ends_on date NOT NULL CHECK (ends_on BETWEEN '1900-01-01' AND '9999-12-31'),
  -- Taken off its end by a refund; one of which nothing was used is taken out as a whole.
  taken_days integer NOT NULL DEFAULT 0 CHECK (taken_days BETWEEN 0 AND 100000),
  taken_out_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (starts_on <= ends_on),
  CHECK ((origin IN ('payment', 'returned')) = (payment_id IS NOT NULL)),
  -- No day is given twice. Judged at the end: periods move past each other within a transaction.
  CONSTRAINT subscription_periods_no_day_twice EXCLUDE USING gist (
    int8range(subscription_id, subscription_id, '[]') WITH &&, daterange(starts_on, ends_on, '[]') WITH &&
  ) WHERE (taken_out_at IS NULL) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX subscription_periods_once ON subscription_periods (payment_id) WHERE origin = 'payment';
CREATE INDEX subscription_periods_by_end ON subscription_periods (subscription_id, ends_on) WHERE taken_out_at IS NULL;
CREATE INDEX subscription_periods_by_payment ON subscription_periods (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX subscription_periods_by_plan ON subscription_periods (plan_id);

-- The last day of the period that runs, where another one follows: the day after, the face turns.
ALTER TABLE subscriptions ADD COLUMN runs_until date;
CREATE INDEX subscriptions_turning ON subscriptions (runs_until) WHERE runs_until IS NOT NULL;

-- When the gateway is next asked about a payment that is confirmed; null: as soon as may be.
ALTER TABLE payments ADD COLUMN look_again_at timestamptz;
CREATE INDEX payments_looked_after ON payments ((coalesce(look_again_at, timestamptz '1970-01-01 00:00:00+00')), id) WHERE gateway IS NOT NULL AND confirmed_at IS NOT NULL;

-- What went back never passes what was paid: the last guard behind the payment's lock.
CREATE FUNCTION refunds_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid numeric;
BEGIN
  SELECT p.amount INTO paid FROM payments p WHERE p.id = NEW.payment_id FOR NO KEY UPDATE;
  IF (SELECT sum(r.amount) FROM refunds r WHERE r.payment_id = NEW.payment_id AND r.status = 'succeeded') > paid THEN
    RAISE EXCEPTION 'refunds of payment % pass what was paid', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refunds_within_payment_inserted AFTER INSERT ON refunds FOR EACH ROW WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION refunds_within_payment();
CREATE TRIGGER refunds_within_payment_updated AFTER UPDATE ON refunds FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND (OLD.status <> NEW.status OR OLD.amount <> NEW.amount)) EXECUTE FUNCTION refunds_within_payment();

-- Running subscriptions keep exactly what they have. From the due date back to the day of their last
-- change, on which what they show held (the session's time zone is the platform's): one period for
-- each confirmed payment, the newest last, on the plan that the subscription has on those days; what
-- no payment explains is `earlier`. What is over by now is turned by the scheduler's next look.
WITH RECURSIVE facing AS (
  SELECT s.id, s.plan_id, s.billing_cycle, s.next_plan_id, s.next_billing_cycle, s.next_from, s.due_date, s.updated_at, s.updated_at::date AS today
  FROM subscriptions s WHERE s.status = 'active' AND s.due_date >= s.updated_at::date
), paid AS (
  SELECT p.subscription_id, p.id, p.amount, p.billing_cycle, row_number() OVER (PARTITION BY p.subscription_id ORDER BY p.confirmed_at DESC, p.id DESC) AS nth
  FROM payments p JOIN facing f ON f.id = p.subscription_id WHERE p.confirmed_at IS NOT NULL
), walk AS (
  SELECT f.id, 0::bigint AS nth, f.due_date + 1 AS starts_on, NULL::date AS ends_on, NULL::bigint AS payment_id, NULL::numeric AS amount, NULL::text AS cycle
  FROM facing f
  UNION ALL
  SELECT w.id, w.nth + 1, CASE WHEN c.bound IS NULL AND r.starts_on = f.today + 1 THEN f.today ELSE greatest(r.starts_on, c.bound) END, c.ends_on, p.id, p.amount, c.cycle
  FROM walk w JOIN facing f ON f.id = w.id
  LEFT JOIN paid p ON p.subscription_id = w.id AND p.nth = w.nth + 1
  CROSS JOIN LATERAL (
    SELECT w.starts_on - 1 AS ends_on, CASE WHEN f.next_from < w.starts_on - 1 THEN f.next_from + 1 END AS bound,
      coalesce(p.billing_cycle, CASE WHEN f.next_from < w.starts_on - 1 THEN f.next_billing_cycle ELSE f.billing_cycle END) AS cycle
  ) c
  CROSS JOIN LATERAL (SELECT (c.ends_on - make_interval(months => CASE c.cycle WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 ELSE 12 END))::date + 1 AS begun) b
  CROSS JOIN LATERAL (SELECT CASE WHEN p.id IS NOT NULL THEN b.begun ELSE coalesce(c.bound, least(f.today, b.begun)) END AS starts_on) r
  WHERE w.starts_on > f.today
)
INSERT INTO subscription_periods (subscription_id, origin, payment_id, plan_id, billing_cycle, amount, days, starts_on, ends_on, created_at, updated_at)
SELECT w.id, CASE WHEN w.payment_id IS NOT NULL THEN 'payment' WHEN a.price = 0 THEN 'free' ELSE 'earlier' END, w.payment_id, a.plan_id, w.cycle,
  CASE WHEN w.payment_id IS NULL AND a.price = 0 THEN 0 ELSE w.amount END, CASE WHEN w.payment_id IS NULL THEN w.ends_on - w.starts_on + 1 END, w.starts_on, w.ends_on, f.updated_at, f.updated_at
FROM walk w JOIN facing f ON f.id = w.id
CROSS JOIN LATERAL (
  SELECT n.id AS plan_id, CASE w.cycle WHEN 'monthly' THEN n.price_monthly WHEN 'quarterly' THEN n.price_quarterly ELSE n.price_annual END AS price
  FROM plans n WHERE n.id = CASE WHEN f.next_from < w.ends_on THEN f.next_plan_id ELSE f.plan_id END
) a
WHERE w.nth > 0
ORDER BY w.id, w.starts_on;

UPDATE subscriptions s SET runs_until = r.ends_on
FROM subscription_periods r
WHERE r.subscription_id = s.id AND s.updated_at::date BETWEEN r.starts_on AND r.ends_on AND r.ends_on < s.due_date;

-- A later migration of the same upgrade may change the table: what is to be judged is judged now.
SET CONSTRAINTS subscription_periods_no_day_twice IMMEDIATE;
