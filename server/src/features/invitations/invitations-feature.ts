import type { FastifyInstance } from 'fastify';
import {
  createOrderInvitation,
  getOrderInvitation,
  revokeOrderInvitation,
} from '@lavra/contract/orders/invitations';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { AccessControl } from '../../platform/http/admission/access-control.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import { mountInvitationPage } from './invitation-routes.ts';
import { createInvitationService } from './invitation-service.ts';

/**
 * Creates the invitations to orders: a link that a producer sends to suppliers of their own, and
 * the public page that it leads to.
 */
export function createInvitations({
  platform,
  sealer,
  publicUrl,
}: {
  platform: Platform;
  sealer: Sealer;
  /** Returns the service's address, whose port may be known only once it listens. */
  publicUrl: () => string;
}) {
  const service = createInvitationService({ platform, sealer, publicUrl });
  const own = {
    load: ({ order }: { order: string }) => findOrder(platform.db, order),
    policy: authorizeProducerOrder,
  };
  return {
    mountRoutes: (mount: Mount): void => {
      mount(getOrderInvitation, { ...own, handle: ({ subject }) => service.find(subject.id) });
      mount(createOrderInvitation, {
        ...own,
        handle: ({ caller, subject }) => service.create(caller, subject.id),
      });
      mount(revokeOrderInvitation, {
        ...own,
        handle: ({ caller, subject }) => service.revoke(caller, subject.id),
      });
    },
    /** Mounts the public page, which is no endpoint of the API. */
    mountPage: (http: FastifyInstance, access: AccessControl): void =>
      mountInvitationPage(http, access, { platform, publicUrl }),
  };
}
