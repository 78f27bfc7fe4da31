-- Searches by crop read the description: plant protection says there which crops it is registered for.
CREATE INDEX products_by_description ON products USING gin (fold(coalesce(description, '')) gin_trgm_ops);
