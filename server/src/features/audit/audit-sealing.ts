import type { Logger } from '../../platform/log/logger.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { formatHead, type AuditHead } from './audit-chain.ts';
import { sealAudit, sealPart } from './audit-sealer.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Creates the task that seals the audit log. Each turn seals recent rows. Every hour a search of
 * the whole log begins, one part a turn, so that recent rows never wait for a long log; a part that
 * fails, or that another process kept from being searched, is searched again.
 */
export function createSealing(): Task {
  const logHead = createHeadLog();
  let beganAt = -Infinity;
  let from: number | undefined;
  return {
    name: 'audit seals',
    everyMs: SECOND,
    inEveryProcess: true,
    run: async (platform) => {
      const { head } = await sealAudit(platform);
      logHead(platform.logger, head);
      const now = performance.now();
      if (from === undefined && now - beganAt >= HOUR) {
        beganAt = now;
        from = 0;
      }
      if (from !== undefined) from = (await sealPart(platform, from)).next;
    },
  };
}

/**
 * Returns a function that logs the audit chain's head once a minute at most, when it has moved:
 * evidence outside the database.
 */
function createHeadLog(): (logger: Logger, head: AuditHead) => void {
  let logged = { at: -Infinity, sequence: 0 };
  return (logger, head) => {
    const at = performance.now();
    if (head.sequence === logged.sequence || at - logged.at < MINUTE) return;
    logged = { at, sequence: head.sequence };
    logger.info({ head: formatHead(head) }, 'audit head');
  };
}
