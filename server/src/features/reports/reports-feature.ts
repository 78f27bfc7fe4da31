// Public API of the reports feature of the administration.
import type pg from 'pg';
import { countReportRows, exportAllReports, exportReport } from '@lavra/contract/admin/reports';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { createReportService } from './report-service.ts';

/**
 * Creates the feature of exports for spreadsheets, of any size, over `pool`: a small one of its
 * own, so that exports never delay a request.
 */
export function createReports({ platform, pool }: { platform: Platform; pool: pg.Pool }) {
  const service = createReportService({ platform, pool });
  return {
    mountRoutes: (mount: Mount): void => {
      mount(countReportRows, { handle: ({ query }) => service.countRows(query) });
      mount(exportReport, { handle: ({ caller, query }) => service.exportCsv(caller, query) });
      mount(exportAllReports, { handle: ({ caller, query }) => service.exportZip(caller, query) });
    },
  };
}
