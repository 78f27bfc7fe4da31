import * as endpoints from '@lavra/contract/admin/logs';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLog, listLogs } from './audit-log-queries.ts';

/** Mounts the audit log, for administrators who may read it. */
export function mountAuditRoutes(mount: Mount, { db, zone }: Platform): void {
  mount(endpoints.listLogs, {
    reads: 'replica',
    handle: ({ query, db }) => listLogs(db, 'all', { query, zone }),
  });
  mount(endpoints.getLog, {
    load: ({ id }) => findLog(db, Number(id)),
    handle: async ({ subject }) => subject,
  });
}
