-- The products that an order asks for, for searches; kept where the types of its items are. An order that was written
-- before is found by its products once its items are saved again.
ALTER TABLE orders ADD COLUMN product_ids bigint[] NOT NULL DEFAULT '{}';
