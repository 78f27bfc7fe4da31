-- Lists of products by crop, which administrators keep and producers add to an order at once.
CREATE TABLE order_kits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- A product that is removed from the catalogue leaves its lists.
CREATE TABLE order_kit_items (
  kit_id bigint NOT NULL REFERENCES order_kits (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 100),
  product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (kit_id, position),
  UNIQUE (kit_id, product_id)
);
CREATE INDEX order_kit_items_by_product ON order_kit_items (product_id);
