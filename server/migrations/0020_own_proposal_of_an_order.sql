-- What a supplier's list shows of its own proposal on each order of the page: one look-up a row.
CREATE INDEX proposals_of_supplier_on_order ON proposals (order_id, supplier_id);
