// Public API of the outreach feature: who may do what notifies others, and how often a day.
export { assertMayReach, findReacher, type Act } from './may-reach.ts';
export { trustedSql } from './trusted-sql.ts';
