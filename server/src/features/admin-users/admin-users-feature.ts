import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts-feature.ts';
import { mountUserRoutes } from './admin-user-routes.ts';
import { createUserService } from './admin-user-service.ts';

/** Creates the administration of accounts of every profile. */
export function createAdminUsers({
  platform,
  accounts,
}: {
  platform: Platform;
  accounts: Accounts;
}) {
  const service = createUserService({ platform, accounts });
  return { mountRoutes: (mount: Mount): void => mountUserRoutes(mount, { platform, service }) };
}
