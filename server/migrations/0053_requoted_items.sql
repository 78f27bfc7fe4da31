-- Which order quotes an item of another one again, because nothing or too little of it was bought (adr/0056).
CREATE TABLE requoted_items (
  order_item_id bigint NOT NULL REFERENCES order_items (id) ON DELETE CASCADE,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,  -- the new one; a draft that is deleted gives its items back
  PRIMARY KEY (order_item_id, order_id)
);
CREATE INDEX requoted_items_by_order ON requoted_items (order_id);
