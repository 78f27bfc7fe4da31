-- What a proposal is called in every session, mail and document, beside the letter that each session draws for itself: a
-- number, shown as a tree's name (domain/src/proposal/mark-names.ts). It is drawn when the proposal is sent and never
-- changes. The table is apart from `proposals`, so that nothing that a supplier reads has it by accident.
CREATE TABLE proposal_marks (
  proposal_id bigint PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
  -- The proposal's own, which never changes.
  order_id bigint NOT NULL,
  mark integer NOT NULL CHECK (mark BETWEEN 0 AND 999999),
  UNIQUE (order_id, mark)
);

-- Draws one of the sixty trees until the order has no proposal of that name; once all sixty are taken, one of the next sixty.
-- Random UUIDs come from the system's cryptographic generator, and thirty-two bits of one favour no tree by more than one in
-- ten million: each free mark is as likely as any other, so none tells who sent the proposal or when. Of two transactions
-- that draw the same mark, the second waits for the first and then draws again. A thousand misses are a sixty that was
-- filled meanwhile.
CREATE FUNCTION draw_proposal_mark() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken constant integer := (SELECT count(*) FROM proposal_marks m WHERE m.order_id = NEW.order_id);
BEGIN
  FOR attempt IN 0..59999 LOOP
    INSERT INTO proposal_marks (proposal_id, order_id, mark)
    VALUES (NEW.id, NEW.order_id, 60 * (taken / 60 + attempt / 1000) + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 60)
    ON CONFLICT (order_id, mark) DO NOTHING;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'order % has no free mark', NEW.order_id;
END $$;
-- Triggers, so that whoever sends a proposal names it: a submission, an import, and the release before this one.
CREATE TRIGGER proposal_marks_inserted AFTER INSERT ON proposals FOR EACH ROW
  WHEN (NEW.status <> 'draft') EXECUTE FUNCTION draw_proposal_mark();
CREATE TRIGGER proposal_marks_sent AFTER UPDATE OF status ON proposals FOR EACH ROW
  WHEN (OLD.status = 'draft' AND NEW.status <> 'draft') EXECUTE FUNCTION draw_proposal_mark();

-- The proposals there are, in a random order of their own, take the sixty marks as each order shuffles them.
INSERT INTO proposal_marks (proposal_id, order_id, mark)
SELECT sent.id, sent.order_id, sent.place / 60 * 60 + names.shuffled[sent.place % 60 + 1]
FROM (
  SELECT p.id, p.order_id, (row_number() OVER (PARTITION BY p.order_id ORDER BY gen_random_uuid()) - 1)::int AS place
  FROM proposals p WHERE p.status <> 'draft'
) sent
JOIN (
  -- The condition is always true; without it one shuffle would do for every order.
  SELECT o.order_id, ARRAY(
    SELECT n.mark FROM generate_series(0, 59) n (mark) WHERE o.order_id > 0 ORDER BY gen_random_uuid()
  ) AS shuffled
  FROM (SELECT DISTINCT p.order_id FROM proposals p WHERE p.status <> 'draft') o
) names ON names.order_id = sent.order_id;
