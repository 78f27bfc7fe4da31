-- Suppliers' lists: with what their filters ask for, so that matching orders are counted without reading any of them whole.
DROP INDEX CONCURRENTLY IF EXISTS orders_published_listed;
CREATE INDEX CONCURRENTLY orders_published_listed ON orders (deadline_date, id) INCLUDE (delivery_city_id, product_type_ids)
  WHERE status = 'publicada';
