-- One product of each type stands for what the catalogue does not hold: an order's item with it says in its notes what
-- is wanted. It has a subtype of its own, so that suppliers are matched by the type, and neither is listed anywhere.
ALTER TABLE product_subtypes
  ADD COLUMN is_unlisted boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT product_subtypes_id_is_unlisted_key UNIQUE (id, is_unlisted);
ALTER TABLE products
  ADD COLUMN is_unlisted boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT products_as_their_subtype FOREIGN KEY (product_subtype_id, is_unlisted)
    REFERENCES product_subtypes (id, is_unlisted);
CREATE UNIQUE INDEX product_subtypes_one_unlisted ON product_subtypes (product_type_id) WHERE is_unlisted;
CREATE UNIQUE INDEX products_one_unlisted ON products (product_subtype_id) WHERE is_unlisted;

-- Products that producers ask administrators to add.
CREATE TABLE catalogue_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  producer_id bigint NOT NULL REFERENCES producers (id) ON DELETE CASCADE,
  -- The draft in which it was missing.
  order_id bigint REFERENCES orders (id) ON DELETE SET NULL,
  requested_by bigint REFERENCES users (id) ON DELETE SET NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  product_type_id bigint NOT NULL REFERENCES product_types (id),
  brand text CHECK (length(brand) <= 300),
  active_ingredient text CHECK (length(active_ingredient) <= 500),
  unit text CHECK (length(unit) <= 20),
  notes text CHECK (length(notes) <= 1000),
  status text NOT NULL CHECK (status IN ('pending', 'added', 'refused')),
  product_id bigint REFERENCES products (id) ON DELETE SET NULL,
  reason text CHECK (length(reason) <= 500),
  answered_by bigint REFERENCES users (id) ON DELETE SET NULL,
  answered_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'pending') = (answered_at IS NULL)),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX catalogue_requests_pending_once ON catalogue_requests (producer_id, name_key) WHERE status = 'pending';
CREATE INDEX catalogue_requests_pending ON catalogue_requests (created_at) WHERE status = 'pending';
CREATE INDEX catalogue_requests_by_producer ON catalogue_requests (producer_id, id);
CREATE INDEX catalogue_requests_by_order ON catalogue_requests (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX catalogue_requests_by_product ON catalogue_requests (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX catalogue_requests_by_type ON catalogue_requests (product_type_id);

-- The facts of an answer hold the words that were asked for, which an erasure removes.
CREATE INDEX events_of_catalogue_requests ON events (((data ->> 'catalogue_request_id')::bigint))
  WHERE type = 'catalogue.request_answered';

ALTER TABLE outreach_counts
  DROP CONSTRAINT outreach_counts_act_check,
  ADD CONSTRAINT outreach_counts_act_check CHECK (act IN ('publish', 'extend', 'ask', 'request_product'));
