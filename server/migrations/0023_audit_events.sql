-- What a row of the audit log tells beyond its action (`order.published`, `session.opened`): found by the administration's filter.
-- It lies among the values that can be erased, and goes with them.
CREATE INDEX audit_values_by_event ON audit_values ((new_values ->> 'event'), audit_id) WHERE new_values ->> 'event' IS NOT NULL;
