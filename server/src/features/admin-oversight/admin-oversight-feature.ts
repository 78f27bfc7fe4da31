// The public API of the administration's view of orders, proposals and purchases.
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountOrderOversight } from './order-oversight-routes.ts';
import { mountProposalOversight } from './proposal-oversight-routes.ts';
import { mountPurchaseOversight } from './purchase-oversight-routes.ts';

/**
 * Mounts the views of all orders, all submitted proposals and all purchases, with both sides named,
 * and the order transitions that belong to the administration.
 */
export function createAdminOversight({ platform }: { platform: Platform }) {
  return {
    mountRoutes: (mount: Mount): void => {
      mountOrderOversight(mount, platform);
      mountProposalOversight(mount, platform);
      mountPurchaseOversight(mount, platform);
    },
  };
}
