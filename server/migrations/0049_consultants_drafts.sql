-- Who wrote an order for its producer, where it was not the producer; and when its publication was last requested.
ALTER TABLE orders
  ADD COLUMN written_by bigint REFERENCES users (id) ON DELETE SET NULL,
  ADD COLUMN publication_requested_at timestamptz;
CREATE INDEX orders_by_writer ON orders (written_by) WHERE written_by IS NOT NULL;

-- Consultants act on drafts.
ALTER TABLE order_events
  DROP CONSTRAINT order_events_actor_type_check,
  ADD CONSTRAINT order_events_actor_type_check
    CHECK (actor_type IN ('produtor', 'fornecedor', 'admin', 'system', 'consultor'));
