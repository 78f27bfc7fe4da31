import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountPlanRoutes } from './plan-routes.ts';

export { presentPlanFeature } from './plan-presenter.ts';
export { findPlan, getPlan, type PlanRow } from './plan-queries.ts';

/** Creates the feature of plans: what is sold, to which profile, and what each plan includes. */
export function createPlans({ platform }: { platform: Platform }) {
  return { mountRoutes: (mount: Mount): void => mountPlanRoutes(mount, platform) };
}
