-- Plans are never removed: a plan that nobody should take is inactive.
CREATE TABLE plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  name text NOT NULL,
  slug text COLLATE "C" NOT NULL UNIQUE,
  profile_type text NOT NULL CHECK (profile_type IN ('producer', 'supplier', 'consultant')),
  price_monthly numeric(15, 2) CHECK (price_monthly BETWEEN 0 AND 9999999999999.99),
  price_quarterly numeric(15, 2) CHECK (price_quarterly BETWEEN 0 AND 9999999999999.99),
  price_annual numeric(15, 2) CHECK (price_annual BETWEEN 0 AND 9999999999999.99),
  trial_days integer NOT NULL DEFAULT 0 CHECK (trial_days BETWEEN 0 AND 365),
  description text,
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (is_active OR NOT is_default)
);
CREATE UNIQUE INDEX plans_one_default ON plans (profile_type) WHERE is_default;

CREATE TABLE features (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('limit', 'boolean')),
  profile text CHECK (profile IN ('producer', 'supplier', 'consultant')),  -- null: of every profile
  description text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE plan_features (
  plan_id bigint NOT NULL REFERENCES plans (id),
  feature_id bigint NOT NULL REFERENCES features (id),
  value jsonb NOT NULL,
  PRIMARY KEY (plan_id, feature_id)
);
CREATE INDEX plan_features_by_feature ON plan_features (feature_id);

-- One a person; what it was before is in its payments and in the audit log.
CREATE TABLE subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL UNIQUE REFERENCES users (id),
  plan_id bigint NOT NULL REFERENCES plans (id),
  status text NOT NULL CHECK (status IN ('trial', 'active', 'expired', 'cancelled')),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'quarterly', 'annual')),
  due_date date NOT NULL,
  -- Asked to end with the paid period; and what the next period will be, where that was changed.
  cancel_requested_at timestamptz,
  next_plan_id bigint REFERENCES plans (id),
  next_billing_cycle text CHECK (next_billing_cycle IN ('monthly', 'quarterly', 'annual')),
  -- The day from which it holds, once it is paid for.
  next_from date,
  -- The payment that the scheduler made for the next period; forgotten when that period is paid, changed or called off.
  renewal_payment_id bigint,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((next_plan_id IS NULL) = (next_billing_cycle IS NULL)),
  CHECK (next_from IS NULL OR next_plan_id IS NOT NULL)
);
CREATE INDEX subscriptions_by_due ON subscriptions (due_date) WHERE status IN ('trial', 'active');
CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id);
CREATE INDEX subscriptions_by_status ON subscriptions (status, due_date, id);
CREATE INDEX subscriptions_changing ON subscriptions (next_from) WHERE next_from IS NOT NULL;
