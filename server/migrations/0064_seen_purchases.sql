-- When the supplier first opened a purchase; until then it is announced to them.
ALTER TABLE purchases ADD COLUMN seen_at timestamptz;
-- What was bought so far is no news.
UPDATE purchases SET seen_at = awarded_at;

CREATE INDEX purchases_unseen ON purchases (supplier_id) WHERE seen_at IS NULL;
