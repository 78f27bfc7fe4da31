/**
 * The people whose erasure removes the values of a row of `audit_log a`: the actor, the owner of
 * the account concerned, the people named in an administrator's reason.
 */
const concerned = `
  SELECT a.actor_id AS id
  UNION ALL SELECT a.resource_id WHERE a.resource_type = 'user'
  UNION ALL SELECT pr.user_id FROM producers pr WHERE a.resource_type = 'producer' AND pr.id = a.resource_id
  UNION ALL SELECT su.user_id FROM suppliers su WHERE a.resource_type = 'supplier' AND su.id = a.resource_id
  UNION ALL SELECT co.user_id FROM consultants co WHERE a.resource_type = 'consultant' AND co.id = a.resource_id
  UNION ALL SELECT pr.user_id FROM orders o JOIN producers pr ON pr.id = o.producer_id
    WHERE a.resource_type = 'order' AND a.actor_type = 'admin' AND o.id = a.resource_id
  UNION ALL SELECT su.user_id FROM proposals p JOIN suppliers su ON su.id = p.supplier_id
    WHERE a.resource_type = 'order' AND a.actor_type = 'admin' AND p.order_id = a.resource_id
  UNION ALL SELECT su.user_id FROM order_questions q JOIN suppliers su ON su.id = q.supplier_id
    WHERE a.resource_type = 'order' AND a.actor_type = 'admin' AND q.order_id = a.resource_id`;

/**
 * SQL: whether an erasure explains that a row of `audit_log a` has no values. That is so when the
 * account is a tombstone and the log holds the entry by which its owner erased it; that entry is
 * sealed with the rest and written by nothing else.
 */
export const explainedByErasure = `
  EXISTS (
    SELECT FROM (${concerned}) person
    JOIN users e ON e.id = person.id
    WHERE e.erased_at IS NOT NULL AND EXISTS (
      SELECT FROM audit_log t
      WHERE t.resource_type = 'user' AND t.resource_id = e.id AND t.actor_id = e.id
        AND t.action = 'deleted'))`;
