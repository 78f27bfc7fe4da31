import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { mountAdminConsultantRoutes, mountConsultantRoutes } from './consultant-routes.ts';

export { isConsultantOf, linkManyConsultants } from './consultant-links.ts';

/**
 * Creates consultants: managed by administrators, they read the orders of the producers they
 * advise, and write drafts for them.
 */
export function createConsultants(parts: { platform: Platform; mails: AccountMails }) {
  return {
    mountRoutes(mount: Mount): void {
      mountAdminConsultantRoutes(mount, parts);
      mountConsultantRoutes(mount, parts.platform);
    },
  };
}
