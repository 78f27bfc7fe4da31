import * as endpoints from '@lavra/contract/accounts/erasure';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProvePassword } from '../accounts/accounts-feature.ts';
import { eraseAccount } from './erasure-service.ts';

/**
 * Creates the erasure of accounts (the right to be forgotten). It knows every table that holds
 * personal data. Accounts provide the proof of the password.
 */
export function createErasure({
  platform,
  provePassword,
}: {
  platform: Platform;
  provePassword: ProvePassword;
}) {
  return {
    mountRoutes: (mount: Mount): void =>
      mount(endpoints.eraseAccount, {
        handle: ({ request, body }) => eraseAccount(platform, provePassword, request, body),
      }),
  };
}
