import * as adminEndpoints from '@lavra/contract/admin/subscriptions';
import * as endpoints from '@lavra/contract/subscriptions/endpoints';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSubscriptionOf, getOwnSubscription } from './own-subscription.ts';
import { presentMetrics, readRevenueMetrics } from './revenue-metrics.ts';
import { listSubscriptions } from './subscription-list.ts';
import { presentSubscription } from './subscription-presenter.ts';
import { createSubscriptionService } from './subscription-service.ts';

/**
 * Mounts the routes of the caller's own subscription, and of all subscriptions for admins with
 * `subscriptions.*`.
 */
export function mountSubscriptionRoutes(mount: Mount, platform: Platform): void {
  const { db, clock, zone } = platform;
  const service = createSubscriptionService(platform);
  const today = (): string => localDate(clock.now(), zone);
  const loadOwn = (_params: unknown, { userId }: { readonly userId: number }) =>
    findSubscriptionOf(db, userId);
  mount(endpoints.getOwnSubscription, {
    load: loadOwn,
    handle: ({ subject }) => getOwnSubscription(db, subject, { now: clock.now(), zone }),
  });
  mount(endpoints.changeOwnPlan, {
    load: loadOwn,
    handle: ({ caller, subject, body }) => service.changePlan(caller, subject, body),
  });
  mount(endpoints.cancelOwnSubscription, {
    load: loadOwn,
    handle: ({ caller, subject }) => service.askCancel(caller, subject),
  });
  mount(adminEndpoints.listSubscriptions, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const day = today();
      const { rows, meta } = await listSubscriptions(db, query, day);
      return { data: rows.map((row) => presentSubscription(row, day)), meta };
    },
  });
  mount(adminEndpoints.extendTrial, {
    load: async ({ id }) => {
      const ref = refOf(id);
      if (ref === undefined) return undefined;
      const found = db.q.selectFrom('subscriptions').select('id');
      return (
        await (
          'id' in ref ? found.where('id', '=', ref.id) : found.where('uuid', '=', ref.uuid)
        ).executeTakeFirst()
      )?.id;
    },
    handle: ({ caller, subject, body }) => service.extendTrial(caller, subject, body.days),
  });
  mount(adminEndpoints.getSubscriptionMetrics, {
    reads: 'replica',
    handle: async ({ db }) =>
      presentMetrics(await readRevenueMetrics(db, { today: today(), zone })),
  });
}
