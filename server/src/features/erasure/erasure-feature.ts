import { eraseAccount } from '@lavra/contract/accounts/erasure';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProvePassword } from '../accounts/accounts-feature.ts';
import { createErasure } from './erasure-service.ts';

/**
 * Creates the erasure of accounts (the right to be forgotten). It knows every table that holds
 * personal data.
 */
export function createErasureFeature({
  platform,
  provePassword,
}: {
  platform: Platform;
  provePassword: ProvePassword;
}) {
  const erase = createErasure({ platform, provePassword });
  return {
    mountRoutes: (mount: Mount): void =>
      mount(eraseAccount, { handle: ({ caller, body }) => erase(caller, body) }),
  };
}
