import { isActiveSql } from '../../platform/auth/active-person.ts';

/**
 * Whether proposal `p` for order `o`, sent by `person` of `users`, may be chosen and counts in comparisons. A submitted
 * one may not while that account is blocked or deleted; once there is an award, it is as it was then.
 */
export const availableSql = (person: string): string => `(p.status <> 'submitted'
  OR CASE WHEN o.awarded_at IS NULL THEN ${isActiveSql(person)} ELSE NOT p.left_out END)`;
