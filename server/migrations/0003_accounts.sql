CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_type text NOT NULL CHECK (user_type IN ('produtor', 'fornecedor', 'admin', 'consultor')),
  admin_role text CHECK (admin_role IN ('master', 'operacional', 'financeiro')),
  status text NOT NULL CHECK (status IN ('ativo', 'inativo', 'bloqueado')),
  name text NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(email)) STORED UNIQUE,
  email_verified_at timestamptz,
  password_hash text,
  phone text,
  mobile text,
  document_type text CHECK (document_type IN ('cpf', 'cnpj')),
  document_number text UNIQUE,
  -- Raised by everything that must end this person's sessions at once.
  auth_version integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  CHECK ((document_type IS NULL) = (document_number IS NULL)),
  CHECK ((user_type = 'admin') = (admin_role IS NOT NULL))
);

-- One row per login. The token is kept as its SHA-256 only; a refresh replaces the hash in place.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  auth_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  ip text,
  user_agent text
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE rotated_tokens (
  token_hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rotated_at timestamptz NOT NULL
);
CREATE INDEX rotated_tokens_by_session ON rotated_tokens (session_id);

-- The security log of logins; the limits count over it.
CREATE TABLE login_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  account_key text NOT NULL,
  ip text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('refused', 'accepted', 'limited')),
  user_id bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX login_attempts_by_account ON login_attempts (account_key, at);
CREATE INDEX login_attempts_by_ip ON login_attempts (ip, at);

CREATE TABLE producers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL UNIQUE REFERENCES users (id),
  type text NOT NULL CHECK (type IN ('PF', 'PJ')),
  planted_area numeric(12, 2) CHECK (planted_area BETWEEN 0 AND 9999999999.99),
  association text,
  producers_cooperative text,
  credit_cooperative text
);

CREATE TABLE suppliers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL UNIQUE REFERENCES users (id),
  website text,
  coverage_kind text NOT NULL CHECK (coverage_kind IN ('national', 'states', 'cities'))
);

CREATE TABLE supplier_states (
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  uf text NOT NULL REFERENCES states (uf),
  PRIMARY KEY (supplier_id, uf)
);

CREATE TABLE supplier_cities (
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  city_id integer NOT NULL REFERENCES cities (id),
  PRIMARY KEY (supplier_id, city_id)
);

CREATE TABLE addresses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('headquarters', 'branch', 'warehouse', 'farm')),
  name text NOT NULL,
  postal_code text NOT NULL,
  street text NOT NULL,
  number text NOT NULL,
  complement text,
  district text,
  city_id integer NOT NULL REFERENCES cities (id),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  UNIQUE (user_id, position)
);
