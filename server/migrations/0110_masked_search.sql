-- The words of a description that suppliers read and search where a contact in it is masked, folded. Null where it holds
-- none, or was written before this was kept: then its number alone is searched.
ALTER TABLE orders ADD COLUMN masked_search text;
