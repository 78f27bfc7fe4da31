import * as endpoints from '@lavra/contract/admin/deliveries';
import * as testSends from '@lavra/contract/admin/test-sends';
import type { Mount } from '../../platform/http/mount.ts';
import type { Channels } from './channels.ts';
import { findDelivery, listDeliveries } from './delivery-queries.ts';
import { retryDelivery } from './delivery-retry.ts';
import { sendTestEmail, sendTestWhatsapp } from './test-send-service.ts';

/** Mounts the administrators' routes of deliveries and of test sends. */
export function mountDeliveryRoutes(mount: Mount, channels: Channels): void {
  const { platform } = channels;
  const load = ({ id }: { readonly id: string }) => findDelivery(platform.db, Number(id));
  mount(endpoints.listDeliveries, {
    reads: 'replica',
    handle: ({ query, db }) => listDeliveries(db, query),
  });
  mount(endpoints.getDelivery, { load, handle: async ({ subject }) => subject });
  mount(endpoints.retryDelivery, {
    load,
    handle: ({ request, subject }) => retryDelivery(platform, request, subject),
  });
  mount(testSends.sendTestEmail, {
    handle: ({ request, body }) => sendTestEmail(channels, request, body.email),
  });
  mount(testSends.sendTestWhatsapp, {
    handle: ({ request, body }) => sendTestWhatsapp(channels, request, body.phone),
  });
}
