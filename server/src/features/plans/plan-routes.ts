import * as endpoints from '@lavra/contract/admin/plans';
import { listPublicPlans as listPublicPlansEndpoint } from '@lavra/contract/subscriptions/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFeature, listFeatures } from './feature-queries.ts';
import { createFeature, deleteFeature, updateFeature } from './feature-service.ts';
import { setPlanFeatures } from './plan-features-service.ts';
import { listPlans } from './plan-list.ts';
import { presentPlan, presentPublicPlan } from './plan-presenter.ts';
import { findPlan, findPlanByUuid, listPublicPlans } from './plan-queries.ts';
import { createPlan, deletePlan, updatePlan } from './plan-service.ts';

/**
 * Mounts the routes of plans and their features: plans on sale for the public, all for admins with
 * `plans.*`.
 */
export function mountPlanRoutes(mount: Mount, platform: Platform): void {
  const { db } = platform;
  const load = async ({ id }: { readonly id: string }) => {
    const ref = refOf(id);
    if (ref === undefined) return undefined;
    return 'id' in ref ? findPlan(db, ref.id) : findPlanByUuid(db, ref.uuid);
  };
  const loadFeature = ({ id }: { readonly id: string }) => findFeature(db, Number(id));
  mount(listPublicPlansEndpoint, {
    handle: async ({ query }) => ({
      data: (await listPublicPlans(db, query.profile_type)).map(presentPublicPlan),
    }),
  });
  mount(endpoints.listPlans, {
    handle: async ({ query }) => {
      const { rows, meta } = await listPlans(db, query);
      return { data: rows.map(presentPlan), meta };
    },
  });
  mount(endpoints.createPlan, {
    handle: ({ request, body }) => createPlan(platform, request, body),
  });
  mount(endpoints.updatePlan, {
    load,
    handle: ({ request, subject, body }) => updatePlan(platform, request, subject, body),
  });
  mount(endpoints.deletePlan, {
    load,
    handle: ({ request, subject }) => deletePlan(platform, request, subject),
  });
  mount(endpoints.setPlanFeatures, {
    load,
    handle: ({ request, subject, body }) =>
      setPlanFeatures(platform, request, subject, body.features),
  });
  mount(endpoints.listFeatures, { handle: ({ query }) => listFeatures(db, query) });
  mount(endpoints.createFeature, {
    handle: ({ request, body }) => createFeature(platform, request, body),
  });
  mount(endpoints.updateFeature, {
    load: loadFeature,
    handle: ({ request, subject, body }) => updateFeature(platform, request, subject.id, body),
  });
  mount(endpoints.deleteFeature, {
    load: loadFeature,
    handle: ({ request, subject }) => deleteFeature(platform, request, subject.id),
  });
}
