-- Which suppliers opened a published order, so that its producer reads how many, from three on. No instant is stored:
-- it could be matched with when a known supplier received a link.
CREATE TABLE order_views (
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  supplier_id bigint NOT NULL REFERENCES suppliers (id) ON DELETE CASCADE,
  PRIMARY KEY (order_id, supplier_id)
);
CREATE INDEX order_views_by_supplier ON order_views (supplier_id);

-- A producer whom the winner did not contact. One row an order: saying it again replaces the instant, taking it back
-- keeps the row, so that the winner is notified at most once a day.
CREATE TABLE missed_contacts (
  order_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  reported_at timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= reported_at)
);
CREATE INDEX missed_contacts_open ON missed_contacts (reported_at) WHERE withdrawn_at IS NULL;
