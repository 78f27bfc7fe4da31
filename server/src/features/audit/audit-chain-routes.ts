import * as endpoints from '@lavra/contract/admin/logs';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAuditChain, verifyAuditChain } from './audit-chain-view.ts';

/** Mounts the chain of seals and its verification, for administrators who may read the log. */
export function mountAuditChainRoutes(mount: Mount, platform: Platform): void {
  mount(endpoints.getAuditChain, { handle: () => getAuditChain(platform) });
  mount(endpoints.verifyAuditChain, {
    handle: ({ query }) => verifyAuditChain(platform.db, query),
  });
}
