// Public API of the reports feature of the administration.
import type pg from 'pg';
import * as endpoints from '@lavra/contract/admin/reports';
import type { Replica } from '../../platform/db/replica.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { createExportSessions } from './export-sessions.ts';
import { countReportRows, exportAllReports, exportReport } from './report-service.ts';

/**
 * Creates the feature of exports for spreadsheets, of any size, over `pool`: a small one of its
 * own, so that exports never delay a request. They read from the replica where there is one.
 */
export function createReports({
  platform,
  pool,
  replica,
}: {
  platform: Platform;
  pool: pg.Pool;
  replica?: Pick<Replica, 'connect'> | undefined;
}) {
  const startExport = createExportSessions({ pool, replica, logger: platform.logger });
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.countReportRows, {
        reads: 'replica',
        handle: ({ query, db }) => countReportRows(db, query, platform.zone),
      });
      mount(endpoints.exportReport, {
        handle: ({ request, query }) => exportReport(platform, startExport, request, query),
      });
      mount(endpoints.exportAllReports, {
        handle: ({ request, query }) => exportAllReports(platform, startExport, request, query),
      });
    },
  };
}
