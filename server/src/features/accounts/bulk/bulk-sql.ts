import { col, params, statement } from '../../../platform/db/statement.ts';

/**
 * Inserts the users whose e-mail and document are free and skips the others; an e-mail is also
 * taken while its former owner can still restore it by an undo link. Rows are inserted in the given
 * order, so that two concurrent imports wait for each other in one direction only.
 */
export const insertUsers = statement({
  name: 'accounts-bulk-users',
  params: params<{ users: string; now: Date }>(),
  columns: { id: col.int, uuid: col.uuid },
  text: `
    INSERT INTO users (uuid, user_type, admin_role, status, name, email, email_verified_at,
      vouched, password_hash, phone, mobile, document_type, document_number, created_at, updated_at)
    SELECT u.uuid, u.user_type, u.admin_role, u.status, u.name, u.email, u.email_verified_at,
      true, u.password_hash, u.phone, u.mobile, u.document_type, u.document_number, :now, :now
    FROM jsonb_to_recordset(:users::jsonb) AS u(uuid uuid, user_type text, admin_role text,
      status text, name text, email text, email_verified_at timestamptz,
      password_hash text, phone text, mobile text, document_type text, document_number text)
    WHERE NOT EXISTS (
      SELECT 1 FROM account_tokens t WHERE t.purpose = 'email_undo'
        AND t.email_key = fold(u.email) AND t.proof_hash IS NULL AND t.used_at IS NULL
        AND t.expires_at > :now::timestamptz
    )
    ON CONFLICT DO NOTHING RETURNING id, uuid`,
});

export const insertAddresses = statement({
  name: 'accounts-bulk-addresses',
  params: params<{ addresses: string }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO addresses (user_id, position, kind, name, postal_code, street, number, complement,
      district, city_id, latitude, longitude)
    SELECT a.user_id, a.position, a.kind, a.name, a.postal_code, a.street, a.number, a.complement,
      a.district, a.city_id, a.latitude, a.longitude
    FROM jsonb_to_recordset(:addresses::jsonb) AS a(user_id bigint, position integer, kind text,
      name text, postal_code text, street text, number text,
      complement text, district text, city_id integer, latitude double precision, longitude double precision)
    RETURNING id`,
});

export const insertProducers = statement({
  name: 'accounts-bulk-producers',
  params: params<{ producers: string }>(),
  columns: { made: col.int },
  text: `
    WITH input AS (
      SELECT p.* FROM jsonb_to_recordset(:producers::jsonb) AS p(uuid uuid, user_id bigint,
        type text, planted_area numeric, association text,
        producers_cooperative text, credit_cooperative text, culture_ids jsonb)
    ), made AS (
      INSERT INTO producers (uuid, user_id, type, planted_area, association, producers_cooperative, credit_cooperative)
      SELECT i.uuid, i.user_id, i.type, i.planted_area, i.association, i.producers_cooperative,
        i.credit_cooperative FROM input i
      RETURNING id, user_id
    ), grown AS (
      INSERT INTO producer_cultures (producer_id, culture_id)
      SELECT m.id, c.id::bigint FROM made m JOIN input i ON i.user_id = m.user_id
        CROSS JOIN LATERAL jsonb_array_elements_text(i.culture_ids) c(id)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM made)::int AS made`,
});

export const insertSuppliers = statement({
  name: 'accounts-bulk-suppliers',
  params: params<{ suppliers: string }>(),
  columns: { made: col.int },
  text: `
    WITH input AS (
      SELECT s.* FROM jsonb_to_recordset(:suppliers::jsonb) AS s(uuid uuid, user_id bigint,
        website text, coverage_kind text, states jsonb, city_ids jsonb, product_type_ids jsonb)
    ), made AS (
      INSERT INTO suppliers (uuid, user_id, website, coverage_kind)
      SELECT i.uuid, i.user_id, i.website, i.coverage_kind FROM input i RETURNING id, user_id
    ), chosen AS (
      SELECT m.id, i.states, i.city_ids, i.product_type_ids FROM made m JOIN input i ON i.user_id = m.user_id
    ), covered_states AS (
      INSERT INTO supplier_states (supplier_id, uf) SELECT c.id, x.uf FROM chosen c
        CROSS JOIN LATERAL jsonb_array_elements_text(c.states) x(uf) RETURNING 1
    ), covered_cities AS (
      INSERT INTO supplier_cities (supplier_id, city_id) SELECT c.id, x.id::int FROM chosen c
        CROSS JOIN LATERAL jsonb_array_elements_text(c.city_ids) x(id) RETURNING 1
    ), sold AS (
      INSERT INTO supplier_product_types (supplier_id, product_type_id) SELECT c.id, x.id::bigint
        FROM chosen c CROSS JOIN LATERAL jsonb_array_elements_text(c.product_type_ids) x(id)
        RETURNING 1
    )
    SELECT (SELECT count(*) FROM made)::int AS made`,
});

export const insertConsultants = statement({
  name: 'accounts-bulk-consultants',
  params: params<{ consultants: string }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO consultants (uuid, user_id)
    SELECT c.uuid, c.user_id
    FROM jsonb_to_recordset(:consultants::jsonb) AS c(uuid uuid, user_id bigint)
    RETURNING id`,
});

export const insertLinks = statement({
  name: 'accounts-bulk-links',
  params: params<{ links: string; purpose: string; now: Date; expires_at: Date }>(),
  columns: { user_id: col.int },
  text: `
    INSERT INTO account_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
    SELECT decode(l.token_hash, 'hex'), l.user_id, :purpose, l.email_key, :now, :expires_at
    FROM jsonb_to_recordset(:links::jsonb) AS l(token_hash text, user_id bigint, email_key text)
    RETURNING user_id`,
});
