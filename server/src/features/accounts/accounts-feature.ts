import type { AdminRole } from '@lavra/domain/account/user-type';
import { createSuccessor } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountRow } from './account-queries.ts';
import type { NewAccount } from './account-values.ts';
import { mountAccountRoutes } from './accounts-routes.ts';
import { createAccount } from './create-account.ts';
import { createAdmin, ensureFirstAdmin, type FirstAdmin } from './first-admin.ts';
import { createLogin } from './login-service.ts';
import { createLoginLimits } from './login-limits.ts';
import { createProfile } from './profile-service.ts';
import { createRefresh } from './refresh-service.ts';
import { createRegistration } from './registration-service.ts';

export type { AddressValues, CoverageValues, NewAccount } from './account-values.ts';

export interface Accounts {
  mountRoutes(mount: Mount): void;
  /** Creates the master admin of the configuration where there is no admin; throws `ConfigError`. */
  ensureFirstAdmin(admin: FirstAdmin): Promise<void>;
  /** Creates an administrator who may enter at once; throws `ConfigError`. */
  createAdmin(admin: FirstAdmin, role: AdminRole): Promise<void>;
  /** Creates user, profile, addresses and coverage from values that were validated before, in the caller's transaction. */
  createAccount(uow: UnitOfWork, values: NewAccount): Promise<AccountRow>;
}

/** Accounts and sessions. `appKey` is the same in every process of an installation; `limits` off lets any number of logins fail. */
export function createAccounts({ platform, appKey, limits: enabled }: { platform: Platform; appKey: string; limits: boolean }): Accounts {
  const limits = createLoginLimits({ platform, enabled });
  const services = {
    platform,
    login: createLogin({ platform, limits }),
    refresh: createRefresh({ platform, successor: createSuccessor(appKey) }),
    register: createRegistration({ platform }),
    profile: createProfile({ platform, limits }),
  };
  return {
    mountRoutes: (mount) => mountAccountRoutes(mount, services),
    ensureFirstAdmin: (admin) => ensureFirstAdmin(platform, admin),
    createAdmin: (admin, role) => createAdmin(platform, admin, role),
    createAccount,
  };
}
