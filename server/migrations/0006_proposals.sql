CREATE TABLE proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  order_id bigint NOT NULL REFERENCES orders (id),
  supplier_id bigint NOT NULL REFERENCES suppliers (id),
  status text NOT NULL CHECK (status IN ('draft', 'submitted', 'accepted', 'rejected', 'cancelled')),
  -- Upper bounds everywhere: NaN is greater than any number to PostgreSQL.
  total_amount numeric(15, 2) NOT NULL CHECK (total_amount BETWEEN 0 AND 9999999999999.99),
  freight_amount numeric(15, 2) CHECK (freight_amount BETWEEN 0 AND 9999999999999.99),
  delivery_days integer CHECK (delivery_days BETWEEN 0 AND 3650),
  payment_terms text,
  supplier_reference text,
  notes text,
  validity_date date,
  submitted_at timestamptz,
  accepted_at timestamptz,
  rejected_at timestamptz,
  cancelled_at timestamptz,
  rejection_reason text,
  cancellation_reason text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- One draft per supplier and order, one winner per order, for ever.
CREATE UNIQUE INDEX proposals_one_draft ON proposals (order_id, supplier_id) WHERE status = 'draft';
CREATE UNIQUE INDEX proposals_one_accepted ON proposals (order_id) WHERE status = 'accepted';
CREATE INDEX proposals_received ON proposals (order_id, id) WHERE status <> 'draft';
CREATE INDEX proposals_by_supplier ON proposals (supplier_id, created_at DESC, id DESC);
CREATE INDEX proposals_by_supplier_status ON proposals (supplier_id, status) INCLUDE (total_amount);
CREATE INDEX proposals_by_supplier_order ON proposals (supplier_id, order_id);

CREATE TABLE proposal_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  proposal_id bigint NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
  order_item_id bigint NOT NULL REFERENCES order_items (id),
  product_id bigint NOT NULL REFERENCES products (id),
  unit_price numeric(17, 4) CHECK (unit_price BETWEEN 0 AND 9999999999999.99),
  quantity numeric(16, 3) NOT NULL CHECK (quantity BETWEEN 0 AND 9999999999999.99),
  total_price numeric(15, 2) NOT NULL CHECK (total_price BETWEEN 0 AND 9999999999999.99),
  offers_similar boolean NOT NULL,
  similar_product_name text,
  similar_product_description text,
  justification text,
  justification_type text CHECK (justification_type IN ('unavailable', 'out_of_stock', 'logistics', 'other')),
  notes text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (proposal_id, order_item_id)
);
CREATE INDEX proposal_items_by_order_item ON proposal_items (order_item_id);
CREATE INDEX proposal_items_by_product ON proposal_items (product_id);

-- The letter under which a producer's session knows a proposal (Proposta A, B, …): 0 is A.
CREATE TABLE proposal_letters (
  session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  proposal_id bigint NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
  letter integer NOT NULL CHECK (letter >= 0),
  PRIMARY KEY (session_id, order_id, proposal_id),
  UNIQUE (session_id, order_id, letter)
);
CREATE INDEX proposal_letters_by_proposal ON proposal_letters (proposal_id);
CREATE INDEX proposal_letters_by_order ON proposal_letters (order_id);
