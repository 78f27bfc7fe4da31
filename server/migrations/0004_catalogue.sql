CREATE TABLE measurement_units (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  symbol text NOT NULL UNIQUE,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE brands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE active_ingredients (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE product_types (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED UNIQUE,
  description text,
  active boolean NOT NULL DEFAULT true,
  -- Selling one takes an agronomic prescription (Lei 14.785/2023).
  is_pesticide boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE product_subtypes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_type_id bigint NOT NULL REFERENCES product_types (id),
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (product_type_id, name_key)
);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_subtype_id bigint NOT NULL REFERENCES product_subtypes (id),
  name text NOT NULL,
  description text,
  brand text,
  active_ingredient text,
  concentration text,
  unit text NOT NULL REFERENCES measurement_units (symbol) ON UPDATE CASCADE,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  search text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    fold(name || ' ' || coalesce(brand, '') || ' ' || coalesce(active_ingredient, '') || ' ' || coalesce(concentration, ''))
  ) STORED,
  UNIQUE (product_subtype_id, name_key)
);
CREATE INDEX products_by_name ON products (name_key, id);
CREATE INDEX products_by_search ON products USING gin (search gin_trgm_ops);

CREATE TABLE supplier_product_types (
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  product_type_id bigint NOT NULL REFERENCES product_types (id),
  PRIMARY KEY (supplier_id, product_type_id)
);
CREATE INDEX supplier_product_types_by_type ON supplier_product_types (product_type_id);
