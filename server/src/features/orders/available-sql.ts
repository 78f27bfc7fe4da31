import { isActiveSql } from '../../platform/auth/active-person.ts';

/**
 * Returns the SQL condition under which proposal `p` for order `o`, sent by user `person`, may be
 * chosen and counts in comparisons. A cancelled proposal does not qualify, nor does, until the
 * order is awarded, a rejected one, or a submitted one while that account is blocked or deleted.
 * After an award what it compared is kept, as in its record.
 */
export const availableSql = (person: string): string => `(CASE p.status
  WHEN 'submitted' THEN CASE WHEN o.awarded_at IS NULL THEN ${isActiveSql(person)} ELSE NOT p.left_out END
  WHEN 'rejected' THEN o.awarded_at IS NOT NULL AND NOT p.left_out
  ELSE p.status <> 'cancelled' END)`;
