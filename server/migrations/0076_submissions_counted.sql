-- Proposals sent are counted as well. What is stored satisfies the narrower condition that this one replaces.
ALTER TABLE outreach_counts
  DROP CONSTRAINT outreach_counts_act_check,
  ADD CONSTRAINT outreach_counts_act_check CHECK (act IN ('publish', 'extend', 'submit', 'ask', 'request_product')) NOT VALID;
