CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  subscription_id bigint NOT NULL REFERENCES subscriptions (id),
  user_id bigint NOT NULL REFERENCES users (id),
  plan_id bigint NOT NULL REFERENCES plans (id),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'quarterly', 'annual')),
  amount numeric(15, 2) NOT NULL CHECK (amount > 0 AND amount <= 9999999999999.99),
  status text NOT NULL CHECK (status IN ('pending', 'confirmed', 'failed', 'overdue', 'refunded', 'partially_refunded', 'cancelled')),
  payment_method text CHECK (payment_method IN ('pix', 'boleto', 'credit_card', 'transfer', 'manual')),
  payment_date date,
  due_date date NOT NULL,
  -- Where the money moves: the gateway and its own number for it; null where a person records it by hand.
  gateway text CHECK (gateway IN ('mercadopago', 'stripe')),
  gateway_reference text,
  -- How to pay: a Pix code, a boleto's line or the gateway's own page; gone once nobody needs it.
  instructions jsonb,
  confirmed_at timestamptz,
  -- When the gateway was last asked about it, its webhook being late or lost.
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (gateway, gateway_reference)
);
CREATE INDEX payments_by_subscription ON payments (subscription_id, id);
CREATE INDEX payments_by_user ON payments (user_id, id);
CREATE INDEX payments_by_status ON payments (status, due_date, id);
CREATE INDEX payments_by_date ON payments (payment_date) WHERE confirmed_at IS NOT NULL;
CREATE INDEX payments_by_due ON payments (due_date, id);
CREATE INDEX payments_open_at_gateway ON payments (checked_at NULLS FIRST) WHERE gateway IS NOT NULL AND status IN ('pending', 'overdue');

-- A refund is a row first; its uuid is the gateway's idempotency key.
CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  payment_id bigint NOT NULL REFERENCES payments (id),
  amount numeric(15, 2) NOT NULL CHECK (amount > 0 AND amount <= 9999999999999.99),
  reason text,
  status text NOT NULL CHECK (status IN ('processing', 'succeeded', 'failed')),
  cancel_subscription boolean NOT NULL,
  gateway text CHECK (gateway IN ('mercadopago', 'stripe')),
  gateway_reference text,
  failure text,
  -- Somebody is asking the gateway until then; others leave it alone meanwhile.
  claimed_until timestamptz,
  requested_by bigint REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What went back at the gateway is told of once, whoever asked for it.
  UNIQUE (gateway, gateway_reference)
);
CREATE INDEX refunds_by_payment ON refunds (payment_id, id);
CREATE INDEX refunds_processing ON refunds (id) WHERE status = 'processing';

-- What a gateway told, and no more of it than what to ask about, stored before anything is done. Told again, it is the same row.
CREATE TABLE gateway_webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway text NOT NULL CHECK (gateway IN ('mercadopago', 'stripe')),
  external_id text NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  outcome text,
  UNIQUE (gateway, external_id)
);
CREATE INDEX gateway_webhooks_waiting ON gateway_webhooks (id) WHERE processed_at IS NULL;
