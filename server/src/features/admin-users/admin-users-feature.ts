import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { mountUserRoutes } from './admin-user-routes.ts';

/** Creates the administration of accounts of every profile. */
export function createAdminUsers(parts: { platform: Platform; mails: AccountMails }) {
  return { mountRoutes: (mount: Mount): void => mountUserRoutes(mount, parts) };
}
