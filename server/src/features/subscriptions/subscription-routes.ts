import * as adminEndpoints from '@lavra/contract/admin/subscriptions';
import * as endpoints from '@lavra/contract/subscriptions/endpoints';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSubscriptionOf, getOwnSubscription } from './own-subscription.ts';
import { getSubscriptionMetrics } from './revenue-metrics.ts';
import { listSubscriptions } from './subscription-list.ts';
import { findSubscriptionRef } from './subscription-queries.ts';
import { cancelOwnSubscription, changeOwnPlan, extendTrial } from './subscription-service.ts';

/**
 * Mounts the routes of the caller's own subscription, and of all subscriptions for admins with
 * `subscriptions.*`.
 */
export function mountSubscriptionRoutes(mount: Mount, platform: Platform): void {
  const { db, clock, zone } = platform;
  const today = (): string => localDate(clock.now(), zone);
  const loadOwn = (_params: unknown, { userId }: { readonly userId: number }) =>
    findSubscriptionOf(db, userId);
  mount(endpoints.getOwnSubscription, {
    load: loadOwn,
    handle: ({ subject }) => getOwnSubscription(db, subject, { now: clock.now(), zone }),
  });
  mount(endpoints.changeOwnPlan, {
    load: loadOwn,
    handle: ({ request, subject, body }) => changeOwnPlan(platform, request, subject, body),
  });
  mount(endpoints.cancelOwnSubscription, {
    load: loadOwn,
    handle: ({ request, subject }) => cancelOwnSubscription(platform, request, subject),
  });
  mount(adminEndpoints.listSubscriptions, {
    reads: 'replica',
    handle: ({ query, db }) => listSubscriptions(db, query, today()),
  });
  mount(adminEndpoints.extendTrial, {
    load: ({ id }) => findSubscriptionRef(db, id),
    handle: ({ request, subject, body }) => extendTrial(platform, request, subject, body.days),
  });
  mount(adminEndpoints.getSubscriptionMetrics, {
    reads: 'replica',
    handle: ({ db }) => getSubscriptionMetrics(db, { today: today(), zone }),
  });
}
