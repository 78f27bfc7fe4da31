-- The day of the month on which the months of a subscription end, or the last day of a shorter month:
-- who begins on the 31st is paid until 28 February, and then until 31 March. Null for days that are
-- not counted in months, and for what an earlier release stores: then the days tell it.
ALTER TABLE subscription_periods
  ADD COLUMN anchor_day smallint,
  ADD CONSTRAINT subscription_periods_anchor_day_check CHECK (anchor_day BETWEEN 1 AND 31) NOT VALID;
