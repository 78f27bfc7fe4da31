// Public API of the reports feature of the administration.
import type pg from 'pg';
import { countReportRows, exportAllReports, exportReport } from '@lavra/contract/admin/reports';
import type { Replica } from '../../platform/db/replica.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { createReportService } from './report-service.ts';

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
  const service = createReportService({ platform, pool, replica });
  return {
    mountRoutes: (mount: Mount): void => {
      mount(countReportRows, {
        reads: 'replica',
        handle: ({ query, db }) => service.countRows(db, query),
      });
      mount(exportReport, { handle: ({ caller, query }) => service.exportOne(caller, query) });
      mount(exportAllReports, { handle: ({ caller, query }) => service.exportZip(caller, query) });
    },
  };
}
