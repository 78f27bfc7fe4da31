CREATE TABLE states (
  code integer PRIMARY KEY,              -- IBGE
  uf text NOT NULL UNIQUE CHECK (uf ~ '^[A-Z]{2}$'),
  name text NOT NULL,
  region text NOT NULL
);

CREATE TABLE cities (
  id integer PRIMARY KEY,                -- IBGE, 7 digits; its check digit is wrong for nine real cities
  name text NOT NULL,
  alternative_name text,
  uf text NOT NULL REFERENCES states (uf),
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  area_code text NOT NULL,
  time_zone text NOT NULL,
  is_capital boolean NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(fold(name), '''’-', '   ')) STORED,
  alternative_key text COLLATE "C" GENERATED ALWAYS AS (translate(fold(alternative_name), '''’-', '   ')) STORED
);
CREATE INDEX cities_by_state ON cities (uf, name_key);
CREATE INDEX cities_by_name ON cities USING gin (name_key gin_trgm_ops);
