import type { Readable } from 'node:stream';
import type pg from 'pg';
import {
  reportViews,
  type exportAllReports,
  type ReportSizes,
  type ReportView,
} from '@lavra/contract/admin/reports';
import type { FileStream, QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Caller } from '../../platform/auth/caller.ts';
import type { AuditEntry } from '../../platform/db/records.ts';
import { InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { streamOf, zipOf, type ArchivedFile } from './byte-streams.ts';
import { consultantReport } from './consultant-report.ts';
import { createExportSessions } from './export-sessions.ts';
import { orderReport } from './order-report.ts';
import { producerReport } from './producer-report.ts';
import { proposalReport } from './proposal-report.ts';
import type { Report, ReportParams } from './report.ts';
import { countRows } from './report-sizes.ts';
import { supplierReport } from './supplier-report.ts';

type Asked = QueryOf<typeof exportAllReports>;

const reports: Readonly<Record<ReportView, Report>> = {
  orders: orderReport,
  proposals: proposalReport,
  producers: producerReport,
  suppliers: supplierReport,
  consultants: consultantReport,
};

/**
 * Creates the use cases that export one view or all, each from a single snapshot and recorded in
 * the audit log before its first byte.
 */
export function createReportService({
  platform: { command, db, clock, zone, logger },
  pool,
}: {
  platform: Platform;
  pool: pg.Pool;
}) {
  const startExport = createExportSessions({ pool, logger });

  async function begin(
    caller: Caller,
    asked: Asked,
    view: ReportView | 'all',
    make: (open: (view: ReportView) => Promise<ArchivedFile>) => Promise<Readable>,
  ): Promise<Readable> {
    const params = paramsOf(asked, zone);
    return startExport(caller.userId, async (snapshot) => {
      await command(caller, async (uow) => uow.audit(auditEntryOf(view, asked)));
      const today = localDate(clock.now(), zone);
      return make(async (one) => ({
        name: `${reports[one].name}.csv`,
        chunks: await reports[one].open(snapshot, params, today),
      }));
    });
  }
  const nameOf = (what: string, ending: string): string =>
    `lavra-${what}-${localDate(clock.now(), zone)}.${ending}`;

  return {
    /**
     * Returns the number of rows that an export of each view would contain. Throws InvalidFields
     * for a period that ends before it begins.
     */
    countRows: async (asked: Asked): Promise<ReportSizes> => countRows(db, paramsOf(asked, zone)),
    /**
     * Throws `exports_busy`, `exports_busy_own`, and InvalidFields for a period that ends before it
     * begins.
     */
    async exportCsv(
      caller: Caller,
      { view, ...asked }: Asked & { readonly view: ReportView },
    ): Promise<FileStream> {
      const stream = await begin(caller, asked, view, async (open) => streamOf(await open(view)));
      return { stream, filename: nameOf(reports[view].name, 'csv') };
    },
    /** Throws the same errors. */
    async exportZip(caller: Caller, asked: Asked): Promise<FileStream> {
      const stream = await begin(caller, asked, 'all', async (open) => {
        const files: ArchivedFile[] = [];
        for (const view of reportViews) files.push(await open(view));
        return zipOf(files, clock.now());
      });
      return { stream, filename: nameOf('relatorios', 'zip') };
    },
  };
}

export type ReportService = ReturnType<typeof createReportService>;

/** Converts the period to instants, its last day included. */
function paramsOf({ start_date, end_date, with_deleted }: Asked, zone: string): ReportParams {
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    throw InvalidFields.of('end_date', 'period_reversed');
  return {
    from: start_date === undefined ? '-infinity' : startOfDay(start_date, zone),
    until: end_date === undefined ? 'infinity' : endOfDay(end_date, zone),
    whole: start_date === undefined && end_date === undefined,
    with_deleted: with_deleted ?? false,
  };
}

/**
 * Returns the audit entry of an export. An export has no id of its own: it is recorded with its
 * view's index in the list, the archive with the index after the last.
 */
function auditEntryOf(
  view: ReportView | 'all',
  { start_date, end_date, with_deleted }: Asked,
): AuditEntry {
  const place = view === 'all' ? reportViews.length : reportViews.indexOf(view);
  return {
    action: 'created',
    resourceType: 'report',
    resourceId: place + 1,
    newValues: { view, format: view === 'all' ? 'zip' : 'csv', start_date, end_date, with_deleted },
  };
}
