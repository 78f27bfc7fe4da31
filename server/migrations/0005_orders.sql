-- Numbers are COT-<year>-<last>; taken before the order's transaction begins, so gaps are possible, doubles are not.
CREATE TABLE order_counters (
  year integer PRIMARY KEY,
  last integer NOT NULL
);

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  number text COLLATE "C" NOT NULL UNIQUE,
  producer_id bigint NOT NULL REFERENCES producers (id),
  status text NOT NULL CHECK (status IN (
    'rascunho', 'pendente', 'publicada', 'em_analise', 'adjudicada', 'finalizada', 'cancelada', 'revogada', 'expirada')),
  closure_type text NOT NULL CHECK (closure_type IN ('aberta', 'fechada')),
  description text NOT NULL,
  deadline_date date NOT NULL,
  delivery_date date,
  delivery_city_id integer REFERENCES cities (id),
  delivery_address jsonb,                -- postal_code, street, number, complement, district, reference
  payment_terms text,
  notes text,
  publish_at timestamptz,
  approved_at timestamptz,
  published_at timestamptz,
  suspended_at timestamptz,
  closed_at timestamptz,
  awarded_at timestamptz,
  finished_at timestamptz,
  ended_at timestamptz,                  -- cancelled, revoked or expired
  reason text,                           -- of the last cancellation, revocation, suspension or return
  items_count integer NOT NULL,
  product_type_ids bigint[] NOT NULL,    -- of its items, for matching and the list's filter
  has_pesticide boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  search text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(number || ' ' || description)) STORED,
  CHECK (status IN ('rascunho', 'cancelada') OR items_count > 0)
);
CREATE INDEX orders_published_by_deadline ON orders (deadline_date, id) WHERE status = 'publicada';
CREATE INDEX orders_published_by_time ON orders (published_at, id) WHERE status = 'publicada';
CREATE INDEX orders_published_by_type ON orders USING gin (product_type_ids) WHERE status = 'publicada';
CREATE INDEX orders_published_by_city ON orders (delivery_city_id) WHERE status = 'publicada';
CREATE INDEX orders_by_search ON orders USING gin (search gin_trgm_ops);
CREATE INDEX orders_by_producer ON orders (producer_id, created_at DESC, id DESC);
CREATE INDEX orders_pending ON orders (deadline_date) WHERE status = 'pendente';

CREATE TABLE order_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  position integer NOT NULL,
  product_id bigint NOT NULL REFERENCES products (id),
  quantity numeric(16, 3) NOT NULL CHECK (quantity > 0 AND quantity <= 9999999999999.999),
  unit text NOT NULL REFERENCES measurement_units (symbol) ON UPDATE CASCADE,
  notes text,
  allow_similar boolean NOT NULL,
  UNIQUE (order_id, position)
);
CREATE INDEX order_items_by_product ON order_items (product_id);

-- The negotiation's history: what happened to the order, for its timeline.
CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  event text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('produtor', 'fornecedor', 'admin', 'system')),
  actor_id bigint REFERENCES users (id) ON DELETE SET NULL,
  data jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX order_events_by_order ON order_events (order_id, id);

CREATE TABLE favorite_orders (
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (supplier_id, order_id)
);
CREATE INDEX favorite_orders_by_order ON favorite_orders (order_id);

CREATE TABLE supplier_order_declines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (supplier_id, order_id)
);
CREATE INDEX supplier_order_declines_by_order ON supplier_order_declines (order_id);
