-- What a row of the audit log tells beyond its action (`order.published`, `session.opened`): found by the administration's filter.
-- It lies among the values that can be erased, and goes with them.
CREATE INDEX audit_values_by_event ON audit_values ((new_values ->> 'event'), audit_id) WHERE new_values ->> 'event' IS NOT NULL;
-- So that the planner knows how many rows tell of each, and reads the rare by this index and the common by their time.
CREATE STATISTICS audit_values_events ON (new_values ->> 'event') FROM audit_values;
