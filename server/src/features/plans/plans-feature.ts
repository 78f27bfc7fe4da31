// The door of the plans feature: what is sold, to whom, and what each plan gives.
export { findDefaultPlan, findPlan, getPlan, planColumns, planSql, type PlanRow } from './plan-queries.ts';
export { presentPlan, presentPlanRef, presentPublicPlan } from './plan-presenter.ts';
