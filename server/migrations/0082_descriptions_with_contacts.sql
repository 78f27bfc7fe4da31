-- Whether the description holds a contact. Suppliers read it masked, and their searches leave it out: one digit after the
-- other, a search would tell it. Null where it was written before this was noted.
ALTER TABLE orders ADD COLUMN has_contacts boolean;
