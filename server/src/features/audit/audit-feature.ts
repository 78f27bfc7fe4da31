import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountAuditChainRoutes } from './audit-chain-routes.ts';
import { mountAuditRoutes } from './audit-routes.ts';
import { createSealing } from './audit-sealing.ts';

export { formatHead, parseHead, type AuditHead } from './audit-chain.ts';
export { listLogs } from './audit-log-queries.ts';
export { auditHead, sealAudit, sealPart } from './audit-sealer.ts';
export { auditProblemTexts } from './audit-texts.ts';
export { verifyAudit, type AuditReport } from './audit-verifier.ts';

/**
 * Creates the audit log: read by administrators, sealed into a chain, verified in parts by them and
 * as a whole from the command line.
 */
export const createAudit = ({ platform }: { platform: Platform }) => ({
  tasks: [createSealing()],
  mountRoutes: (mount: Mount): void => {
    mountAuditRoutes(mount, platform);
    mountAuditChainRoutes(mount, platform);
  },
});
