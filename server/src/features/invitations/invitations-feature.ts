import type { FastifyInstance } from 'fastify';
import * as endpoints from '@lavra/contract/orders/invitations';
import type { AccessControl } from '../../platform/http/admission/access-control.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import { mountInvitationPage } from './invitation-routes.ts';
import {
  createOrderInvitation,
  getOrderInvitation,
  revokeOrderInvitation,
  type InvitationLinks,
} from './invitation-service.ts';

/**
 * Creates the invitations to orders: a link that a producer sends to suppliers of their own, and
 * the public page that it leads to.
 */
export function createInvitations({
  platform,
  ...links
}: InvitationLinks & { readonly platform: Platform }) {
  const own = {
    load: ({ order }: { order: string }) => findOrder(platform.db, order),
    policy: authorizeProducerOrder,
  };
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.getOrderInvitation, {
        ...own,
        handle: ({ subject }) => getOrderInvitation(platform, links, subject.id),
      });
      mount(endpoints.createOrderInvitation, {
        ...own,
        handle: ({ request, subject }) =>
          createOrderInvitation(platform, links, request, subject.id),
      });
      mount(endpoints.revokeOrderInvitation, {
        ...own,
        handle: ({ request, subject }) => revokeOrderInvitation(platform, request, subject.id),
      });
    },
    /** Mounts the public page, which is no endpoint of the API. */
    mountPage: (http: FastifyInstance, access: AccessControl): void =>
      mountInvitationPage(http, access, { platform, publicUrl: links.publicUrl }),
  };
}
