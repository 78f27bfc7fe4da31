import type { Logger } from '../../platform/log/logger.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { formatHead, type AuditHead } from './audit-chain.ts';
import { sealAudit } from './audit-sealer.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Creates the task that seals the audit log. It searches the whole log for unsealed rows at first
 * and every hour, and only recent rows in between; it holds when it last did the former, and the
 * head that was logged last.
 */
export function createSealing(): Task {
  const logHead = createHeadLog();
  let lookedAt = -Infinity;
  return {
    name: 'audit seals',
    everyMs: SECOND,
    inEveryProcess: true,
    run: async (platform) => {
      const now = performance.now();
      const all = now - lookedAt >= HOUR;
      const { head } = await sealAudit(platform, { look: all ? 'all' : 'recent' });
      if (all) lookedAt = now;
      logHead(platform.logger, head);
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
