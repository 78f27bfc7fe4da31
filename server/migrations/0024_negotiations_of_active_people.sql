-- When an order was suspended because its owner's account was blocked or deleted. It counts only while it equals
-- suspended_at: a suspension on purpose has an instant of its own, also where older code wrote it.
ALTER TABLE orders ADD COLUMN owner_suspended_at timestamptz;
-- What the scheduler looks for: open orders that should stand still with their owner, or go on again.
CREATE INDEX orders_suspended_with_owner ON orders (id) WHERE owner_suspended_at IS NOT NULL;

-- Submitted, but its supplier's account was blocked or deleted at the award: no choice was made against it.
ALTER TABLE proposals ADD COLUMN left_out boolean NOT NULL DEFAULT false;
