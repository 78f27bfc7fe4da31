-- Which of the suppliers that an order buys from did not call; missed_contacts keeps what is said of the order as a whole.
CREATE TABLE missed_calls (
  proposal_id bigint PRIMARY KEY REFERENCES proposals (id),
  reported_at timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= reported_at)
);
INSERT INTO missed_calls (proposal_id, reported_at, withdrawn_at)
SELECT p.id, m.reported_at, m.withdrawn_at
FROM missed_contacts m JOIN proposals p ON p.order_id = m.order_id AND p.status = 'accepted';

-- Reminders of items that an award left unbought.
CREATE INDEX orders_awarded ON orders (awarded_at) WHERE status = 'adjudicada';
