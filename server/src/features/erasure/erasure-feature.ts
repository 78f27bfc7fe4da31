import * as endpoints from '@lavra/contract/accounts/erasure';
import { createCallerQueue } from '../../platform/http/admission/caller-queue.ts';
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
  // An erasure reads all stored replies, for seconds, on one connection: several at once would leave
  // none to others.
  const erasing = createCallerQueue(
    { atOnce: 1, each: 4, waiting: 20 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 2 },
  );
  return {
    mountRoutes: (mount: Mount): void =>
      mount(endpoints.eraseAccount, {
        handle: ({ request, body, assertAlive }) =>
          eraseAccount({ platform, provePassword, erasing }, request, body, assertAlive),
      }),
  };
}
