-- Who pays for the delivery where a proposal states no amount; an amount outweighs it, so that the previous release, which
-- writes amounts alone, needs no change. Null: an amount, or nothing said.
ALTER TABLE proposals ADD COLUMN freight_kind text CHECK (freight_kind IN ('included', 'by_producer'));
