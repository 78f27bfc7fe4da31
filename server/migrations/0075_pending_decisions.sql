-- Awards whose decision record is not written yet. It is written after the award, from the proposals, which no longer change;
-- this keeps of each proposal what still may: the letter of the session that decided, the status, and whether its sender
-- could act. The row goes with the writing of the record.
CREATE TABLE pending_decisions (
  order_id bigint PRIMARY KEY REFERENCES orders (id),
  decided_at timestamptz NOT NULL,
  reason text,
  proposals jsonb NOT NULL
);

-- A later round may come before the record of the first is written.
ALTER TABLE decision_rounds DROP CONSTRAINT decision_rounds_order_id_fkey;
