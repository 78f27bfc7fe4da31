-- Why a period was taken out or cut short: `money` that went back may come back, and gives it back; what was `ended` by the
-- administration stays ended. Null: not taken, or by a process that does not say.
ALTER TABLE subscription_periods ADD COLUMN taken_by text CHECK (taken_by IN ('money', 'ended'));
