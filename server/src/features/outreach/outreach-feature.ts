// Public API of the outreach feature: who may do what notifies others, and how often a day.
export { assertOutreachAllowed, findOutreachUser } from './outreach-limits.ts';
export { trustedSql } from './trusted-sql.ts';
