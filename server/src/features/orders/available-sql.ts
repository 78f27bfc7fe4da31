import { isActiveSql } from '../../platform/auth/active-person.ts';

/**
 * Returns the SQL condition under which proposal `p` for order `o`, sent by user `person`, may be
 * chosen and counts in comparisons. A submitted proposal does not qualify while that account is
 * blocked or deleted; after an award the state at the time of the award is kept.
 */
export const availableSql = (person: string): string => `(p.status <> 'submitted'
  OR CASE WHEN o.awarded_at IS NULL THEN ${isActiveSql(person)} ELSE NOT p.left_out END)`;
