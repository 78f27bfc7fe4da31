-- The administration's orders of a city or a state.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_city;
CREATE INDEX CONCURRENTLY orders_by_city ON orders (delivery_city_id, created_at, id);
