-- Ids of what rivals write: a supplier who compared its own could tell when others saved, and how many items. They come
-- from counters whose values are shuffled within blocks of 2^20, by a secret of this installation. Rows that exist keep
-- their ids; the new ones begin above them. A save takes one value for all its items: `span` ids in a row.
CREATE TABLE scattered_ids (
  table_name text PRIMARY KEY,
  secret bytea NOT NULL CHECK (length(secret) = 32),
  starts_at bigint NOT NULL CHECK (starts_at BETWEEN 1 AND 281474976710656),
  span integer NOT NULL CHECK (span BETWEEN 1 AND 1024)
);

-- A permutation of each block of 2^(2 * half_bits) values: a Feistel network over SHA-256, six rounds.
CREATE FUNCTION scatter(value bigint, secret bytea, half_bits integer DEFAULT 10) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  size constant integer := 1 << half_bits;
  block constant bigint := value >> (2 * half_bits);
  key constant bytea := secret || int8send(block);
  high integer := (value >> half_bits) & (size - 1);
  low integer := value & (size - 1);
  digest bytea;
  mixed integer;
BEGIN
  FOR round IN 1..6 LOOP
    digest := sha256(key || int4send(round * size + low));
    mixed := high # ((get_byte(digest, 0) << 8 | get_byte(digest, 1)) & (size - 1));
    high := low;
    low := mixed;
  END LOOP;
  RETURN block << (2 * half_bits) | (high::bigint << half_bits) | low;
END $$;

-- The next id, the first of `span`. It runs as the owner: neither the secret nor the counter is the application's to read.
CREATE FUNCTION scattered_id(of_table text) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids scattered_ids;
BEGIN
  SELECT * INTO STRICT ids FROM scattered_ids s WHERE s.table_name = of_table;
  RETURN ids.starts_at + scatter(nextval((of_table || '_scatter')::regclass), ids.secret) * ids.span;
END $$;

CREATE SEQUENCE proposals_scatter MINVALUE 0 START 0 OWNED BY proposals.id;
CREATE SEQUENCE proposal_items_scatter MINVALUE 0 START 0 OWNED BY proposal_items.id;
CREATE SEQUENCE order_questions_scatter MINVALUE 0 START 0 OWNED BY order_questions.id;
CREATE SEQUENCE supplier_order_declines_scatter MINVALUE 0 START 0 OWNED BY supplier_order_declines.id;

ALTER TABLE proposals ALTER COLUMN id DROP IDENTITY, ALTER COLUMN id SET DEFAULT scattered_id('proposals');
ALTER TABLE proposal_items ALTER COLUMN id DROP IDENTITY, ALTER COLUMN id SET DEFAULT scattered_id('proposal_items');
ALTER TABLE order_questions ALTER COLUMN id DROP IDENTITY, ALTER COLUMN id SET DEFAULT scattered_id('order_questions');
ALTER TABLE supplier_order_declines ALTER COLUMN id DROP IDENTITY, ALTER COLUMN id SET DEFAULT scattered_id('supplier_order_declines');

-- From 2^30 on, or from the next multiple of it above what is there. The locks above hold writers off until this is done.
INSERT INTO scattered_ids (table_name, secret, starts_at, span)
SELECT t.name, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  (t.last / 1073741824 + 1) * 1073741824, t.span
FROM (
  SELECT 'proposals' AS name, 1 AS span, (SELECT coalesce(max(p.id), 0) FROM proposals p) AS last
  UNION ALL SELECT 'proposal_items', 1024, (SELECT coalesce(max(i.id), 0) FROM proposal_items i)
  UNION ALL SELECT 'order_questions', 1, (SELECT coalesce(max(q.id), 0) FROM order_questions q)
  UNION ALL SELECT 'supplier_order_declines', 1, (SELECT coalesce(max(d.id), 0) FROM supplier_order_declines d)
) t;

-- Questions in the order they were asked: their ids no longer tell it.
CREATE INDEX order_questions_by_time ON order_questions (order_id, asked_at, id);

-- Units as the field writes them: `kg` and `KG` are one.
CREATE UNIQUE INDEX measurement_units_symbol_folded ON measurement_units (fold(symbol));
