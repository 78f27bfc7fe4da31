-- What an order buys from one proposal in one round, and which of its items (adr/0056). A whole accept is the purchase of all
-- that its proposal offers.

-- An intention that suppliers read: the producer may buy items from several of them. Orders that exist were not written so.
ALTER TABLE orders ADD COLUMN split_award boolean NOT NULL DEFAULT false;
ALTER TABLE orders ALTER COLUMN split_award SET DEFAULT true;

-- Whether the producer may buy only some of the items, from which total of them on, and whether the freight is then due whole
-- or in parts. Silence is no consent.
ALTER TABLE proposals
  ADD COLUMN allows_partial boolean NOT NULL DEFAULT false,
  ADD COLUMN partial_minimum numeric(15, 2) CHECK (partial_minimum BETWEEN 0.01 AND 9999999999999.99),
  ADD COLUMN freight_rule text NOT NULL DEFAULT 'full' CHECK (freight_rule IN ('full', 'proportional')),
  ADD COLUMN awarded_whole boolean NOT NULL DEFAULT false,
  ADD CHECK (allows_partial OR partial_minimum IS NULL);

-- Once sent, these terms only loosen: the producer decides on what was read. A full freight that is in a purchase is not shared
-- any more: the next purchase would pay a part of it again.
CREATE FUNCTION keep_offered_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.allows_partial AND (NOT NEW.allows_partial OR coalesce(NEW.partial_minimum, 0) > coalesce(OLD.partial_minimum, 0))
    OR OLD.freight_rule = 'proportional' AND NEW.freight_rule = 'full'
    OR OLD.freight_rule <> NEW.freight_rule AND EXISTS (SELECT FROM purchases s WHERE s.proposal_id = OLD.id AND s.state <> 'released') THEN
    RAISE EXCEPTION 'the terms of proposal % only loosen', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'proposals_loosen_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposals_loosen_only BEFORE UPDATE OF allows_partial, partial_minimum, freight_rule ON proposals
  FOR EACH ROW WHEN (OLD.status <> 'draft') EXECUTE FUNCTION keep_offered_terms();

-- Keys to other tables, the other indexes and the triggers follow once what was accepted so far is in: of a million orders
-- they would take minutes row by row.
CREATE TABLE purchases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  number text COLLATE "C" NOT NULL UNIQUE,
  proposal_id bigint NOT NULL,
  order_id bigint NOT NULL,     -- the proposal's, by trigger
  supplier_id bigint NOT NULL,  -- the proposal's, by trigger
  round integer NOT NULL CHECK (round BETWEEN 1 AND 10000),
  kind text NOT NULL CHECK (kind IN ('whole', 'partial')),
  state text NOT NULL CHECK (state IN ('awarded', 'confirmed', 'in_delivery', 'received', 'released', 'cancelled')),
  items_count integer NOT NULL CHECK (items_count BETWEEN 0 AND 1000),
  items_amount numeric(15, 2) NOT NULL CHECK (items_amount BETWEEN 0 AND 9999999999999.99),
  freight_amount numeric(15, 2) CHECK (freight_amount BETWEEN 0 AND 9999999999999.99),  -- null where the proposal states none
  awarded_at timestamptz NOT NULL,
  settled_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (proposal_id, round),
  UNIQUE (id, proposal_id)
);

CREATE TABLE purchase_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purchase_id bigint NOT NULL,
  proposal_id bigint NOT NULL,
  order_item_id bigint NOT NULL,
  unit_price numeric(17, 4) NOT NULL CHECK (unit_price BETWEEN 0.0001 AND 9999999999999.99),
  quantity numeric(16, 3) NOT NULL CHECK (quantity BETWEEN 0.001 AND 9999999999999.999),
  total_price numeric(15, 2) NOT NULL CHECK (total_price BETWEEN 0.01 AND 9999999999999.99),
  freight_share numeric(15, 2) NOT NULL DEFAULT 0 CHECK (freight_share BETWEEN 0 AND 9999999999999.99),
  released_at timestamptz,
  settled_at timestamptz,
  settlement text CHECK (settlement IN ('received', 'short', 'unrecorded', 'released', 'revoked')),
  UNIQUE (purchase_id, order_item_id),
  CHECK ((settled_at IS NULL) = (settlement IS NULL))
);

-- PC-2026-000123-K7QD: the number of the order, and a random end. Counting would tell suppliers how many won.
CREATE FUNCTION purchase_number(order_number text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT 'PC-' || regexp_replace(order_number, '^COT-', '') || '-'
    || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(drawn.bytes, i) % 32, 1), '' ORDER BY i)
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) drawn, generate_series(0, 3) i
$$;

-- Order and supplier are the proposal's; of two purchases of one order that draw the same end, the second draws again.
CREATE FUNCTION name_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  order_number text;
BEGIN
  SELECT p.order_id, p.supplier_id, o.number INTO STRICT NEW.order_id, NEW.supplier_id, order_number
  FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.id = NEW.proposal_id;
  LOOP
    NEW.number := purchase_number(order_number);
    EXIT WHEN NOT EXISTS (SELECT FROM purchases s WHERE s.number = NEW.number);
  END LOOP;
  RETURN NEW;
END $$;

-- Buys everything that accepted proposals offer, each in one purchase.
CREATE FUNCTION buy_whole(bought bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH offered AS MATERIALIZED (
    SELECT i.proposal_id, i.order_item_id, i.unit_price, i.quantity, i.total_price
    FROM proposal_items i WHERE i.proposal_id = ANY (bought) AND i.unit_price > 0 AND i.total_price > 0
  ), sums AS (
    SELECT i.proposal_id, count(*) AS items, sum(i.total_price) AS amount FROM offered i GROUP BY i.proposal_id
  ), made AS (
    INSERT INTO purchases (uuid, number, proposal_id, order_id, supplier_id, round, kind, state, items_count, items_amount, freight_amount,
      awarded_at, settled_at, created_at, updated_at)
    SELECT gen_random_uuid(), purchase_number(o.number), p.id, p.order_id, p.supplier_id, 1, 'whole',
      CASE WHEN o.status = 'revogada' THEN 'cancelled' WHEN o.status = 'finalizada' OR s.items IS NULL THEN 'received' ELSE 'awarded' END,
      coalesce(s.items, 0), coalesce(s.amount, 0), p.freight_amount, coalesce(p.accepted_at, p.updated_at),
      CASE WHEN o.status = 'revogada' THEN coalesce(o.ended_at, o.updated_at) WHEN o.status = 'finalizada' THEN coalesce(o.finished_at, o.updated_at)
        WHEN s.items IS NULL THEN coalesce(p.accepted_at, p.updated_at) END,
      coalesce(p.accepted_at, p.updated_at), p.updated_at
    FROM proposals p JOIN orders o ON o.id = p.order_id LEFT JOIN sums s ON s.proposal_id = p.id
    WHERE p.id = ANY (bought)
    RETURNING id, proposal_id, state, settled_at
  ), listed AS (
    INSERT INTO purchase_items (purchase_id, proposal_id, order_item_id, unit_price, quantity, total_price, settled_at, settlement)
    SELECT m.id, i.proposal_id, i.order_item_id, i.unit_price, i.quantity, i.total_price, m.settled_at,
      CASE m.state WHEN 'cancelled' THEN 'revoked' WHEN 'received' THEN 'unrecorded' END
    FROM made m JOIN offered i ON i.proposal_id = m.proposal_id
  )
  UPDATE proposals p SET awarded_whole = true FROM made m WHERE p.id = m.proposal_id
$$;

SELECT buy_whole(ARRAY(SELECT p.id FROM proposals p WHERE p.status = 'accepted'));

CREATE INDEX purchases_by_order ON purchases (order_id, id);
CREATE INDEX purchases_by_supplier ON purchases (supplier_id, awarded_at DESC, id DESC);
CREATE INDEX purchases_by_supplier_state ON purchases (supplier_id, state);
CREATE INDEX purchases_by_time ON purchases (awarded_at DESC, id DESC);
-- An item is bought once.
CREATE UNIQUE INDEX purchase_items_bought_once ON purchase_items (order_item_id) WHERE released_at IS NULL;
CREATE INDEX purchase_items_by_offer ON purchase_items (proposal_id, order_item_id);
CREATE INDEX purchase_items_released ON purchase_items (purchase_id) WHERE released_at IS NOT NULL;
ALTER TABLE purchases
  ADD FOREIGN KEY (proposal_id) REFERENCES proposals (id),
  ADD FOREIGN KEY (order_id) REFERENCES orders (id),
  ADD FOREIGN KEY (supplier_id) REFERENCES suppliers (id);
ALTER TABLE purchase_items
  ADD FOREIGN KEY (purchase_id, proposal_id) REFERENCES purchases (id, proposal_id),
  -- What is bought was offered.
  ADD FOREIGN KEY (proposal_id, order_item_id) REFERENCES proposal_items (proposal_id, order_item_id);
CREATE TRIGGER purchases_named BEFORE INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION name_purchase();

-- An award by item accepts several proposals. A whole accept still has one winner for ever.
DROP INDEX proposals_one_accepted;
CREATE UNIQUE INDEX proposals_awarded_whole ON proposals (order_id) WHERE awarded_whole;
CREATE INDEX proposals_accepted ON proposals (order_id) WHERE status = 'accepted';

CREATE TRIGGER purchases_of_the_living BEFORE INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION refuse_erased_supplier();

-- An accepted proposal has a purchase, and a purchase an accepted proposal. What the release before this one accepts, and what
-- is imported, is bought whole when its transaction ends.
CREATE FUNCTION buy_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM proposals p WHERE p.id = NEW.id AND p.status = 'accepted')
    AND NOT EXISTS (SELECT FROM purchases s WHERE s.proposal_id = NEW.id) THEN
    PERFORM buy_whole(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER proposals_bought_inserted AFTER INSERT ON proposals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'accepted') EXECUTE FUNCTION buy_accepted();
CREATE CONSTRAINT TRIGGER proposals_bought AFTER UPDATE OF status ON proposals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'accepted') EXECUTE FUNCTION buy_accepted();

-- The amount of a purchase is the sum of its items that were not released.
CREATE FUNCTION check_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposals p WHERE p.id = NEW.proposal_id AND p.status = 'accepted') THEN
    RAISE EXCEPTION 'purchase % is of no accepted proposal', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_accepted';
  END IF;
  IF EXISTS (
    SELECT FROM purchases s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS items, coalesce(sum(i.total_price) FILTER (WHERE i.released_at IS NULL), 0) AS amount
      FROM purchase_items i WHERE i.purchase_id = s.id) bought
    WHERE s.id = NEW.id AND (s.items_count <> bought.items OR s.items_amount <> bought.amount)
  ) THEN
    RAISE EXCEPTION 'the items of purchase % have another sum', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_items_amount';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER purchases_checked AFTER INSERT OR UPDATE OF items_amount, items_count ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_purchase();

-- Items of a purchase come with it, and what was agreed on them stays.
CREATE FUNCTION keep_purchased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was purchased stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'purchase_items_kept';
END $$;
CREATE TRIGGER purchase_items_kept BEFORE UPDATE OF purchase_id, proposal_id, order_item_id, unit_price, quantity, total_price, freight_share
  ON purchase_items FOR EACH ROW EXECUTE FUNCTION keep_purchased();

-- The end of an order settles its purchases, whichever release ends it.
CREATE FUNCTION settle_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH settled AS (
    UPDATE purchases s SET state = CASE NEW.status WHEN 'finalizada' THEN 'received' ELSE 'cancelled' END,
      settled_at = coalesce(s.settled_at, NEW.updated_at), version = s.version + 1, updated_at = NEW.updated_at
    WHERE s.order_id = NEW.id AND s.state <> 'released' AND (NEW.status = 'revogada' OR s.state <> 'received')
    RETURNING s.id
  )
  UPDATE purchase_items i SET settled_at = NEW.updated_at, settlement = CASE NEW.status WHEN 'finalizada' THEN 'unrecorded' ELSE 'revoked' END
  FROM settled WHERE i.purchase_id = settled.id AND i.settled_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_settle_purchases AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status IN ('finalizada', 'revogada')) EXECUTE FUNCTION settle_purchases();

-- What a supplier won is counted where it is bought, no more where it is accepted. The sums that are stored stay as they are:
-- so far all was bought whole.
CREATE OR REPLACE FUNCTION list_totals_count_proposal(proposal proposals, sign int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_totals (scope, supplier_id, delta)
  SELECT s.scope, proposal.supplier_id, s.amount * sign
  FROM (VALUES
    ('own_drafts', (proposal.status = 'draft')::int::bigint), ('own_sent', (proposal.status <> 'draft')::int::bigint),
    ('own_accepted', (proposal.status = 'accepted')::int::bigint), ('own_rejected', (proposal.status = 'rejected')::int::bigint)
  ) AS s(scope, amount)
  WHERE s.amount <> 0
$$;
DROP TRIGGER list_totals_own_revoked ON orders;
DROP TRIGGER list_totals_own_restored ON orders;
DROP FUNCTION list_totals_own_revoked();

CREATE FUNCTION list_totals_purchased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state <> 'cancelled' AND OLD.items_amount > 0 THEN
    INSERT INTO list_totals (scope, supplier_id, delta) VALUES ('own_won_cents', OLD.supplier_id, (OLD.items_amount * -100)::bigint);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'cancelled' AND NEW.items_amount > 0 THEN
    INSERT INTO list_totals (scope, supplier_id, delta) VALUES ('own_won_cents', NEW.supplier_id, (NEW.items_amount * 100)::bigint);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER list_totals_purchased AFTER INSERT OR DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION list_totals_purchased();
CREATE TRIGGER list_totals_purchase_changed AFTER UPDATE ON purchases FOR EACH ROW
  WHEN (OLD.supplier_id <> NEW.supplier_id OR OLD.items_amount <> NEW.items_amount OR (OLD.state = 'cancelled') <> (NEW.state = 'cancelled'))
  EXECUTE FUNCTION list_totals_purchased();

-- What later rounds of an order bought, and why; the first is its decision record.
CREATE TABLE decision_rounds (
  order_id bigint NOT NULL REFERENCES decision_records (order_id),
  round integer NOT NULL CHECK (round BETWEEN 2 AND 10000),
  recorded_at timestamptz NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (order_id, round)
);
CREATE TRIGGER decision_rounds_frozen BEFORE UPDATE ON decision_rounds
  FOR EACH STATEMENT WHEN (current_setting('lavra.erasing', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION forbid_change();
