import type { Readable } from 'node:stream';
import type pg from 'pg';
import {
  archivedViews,
  reportViews,
  type exportAllReports,
  type ReportSizes,
  type ReportView,
} from '@lavra/contract/admin/reports';
import type { FileStream, QueryOf } from '@lavra/contract/kit/endpoint';
import { sheetMediaTypes, type SheetFormat } from '@lavra/contract/kit/sheet';
import { endOfDay, localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Replica } from '../../platform/db/replica.ts';
import type { AuditEntry } from '../../platform/db/records.ts';
import { InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { zipOf, type ArchivedFile } from '../../platform/files/byte-streams.ts';
import type { SheetContent } from '../../platform/spreadsheet/sheet-cell.ts';
import { sheetStream } from '../../platform/spreadsheet/write-sheet.ts';
import { consultantReport } from './consultant-report.ts';
import { createExportSessions } from './export-sessions.ts';
import { orderReport } from './order-report.ts';
import { producerReport } from './producer-report.ts';
import { proposalReport } from './proposal-report.ts';
import { purchaseReport } from './purchase-report.ts';
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
  purchases: purchaseReport,
};

/**
 * Creates the use cases that export one view or all, each from a single snapshot and recorded in
 * the audit log before its first byte.
 */
export function createReportService({
  platform: { command, clock, zone, logger },
  pool,
  replica,
}: {
  platform: Platform;
  pool: pg.Pool;
  replica: Pick<Replica, 'connect'> | undefined;
}) {
  const startExport = createExportSessions({ pool, replica, logger });

  async function begin(
    caller: Caller,
    asked: Asked,
    view: ReportView | 'all',
    make: (open: (view: ReportView) => Promise<SheetContent>) => Promise<Readable>,
  ): Promise<Readable> {
    const params = paramsOf(asked, zone);
    let recorded = false;
    return startExport(caller.userId, async (snapshot) => {
      if (!recorded) await command(caller, async (uow) => uow.audit(auditEntryOf(view, asked)));
      recorded = true; // one export, even where it begins again on the primary
      const today = localDate(clock.now(), zone);
      return make(async (one) => reports[one].open(snapshot, params, today));
    });
  }
  const nameOf = (what: string, ending: string): string =>
    `lavra-${what}-${localDate(clock.now(), zone)}.${ending}`;

  return {
    /**
     * Returns the number of rows that an export of each view would contain. Throws InvalidFields
     * for a period that ends before it begins.
     */
    countRows: async (db: Db, asked: Asked): Promise<ReportSizes> =>
      countRows(db, paramsOf(asked, zone)),
    /**
     * Throws `exports_busy`, `exports_busy_own`, and InvalidFields for a period that ends before it
     * begins.
     */
    async exportOne(
      caller: Caller,
      { view, ...asked }: Asked & { readonly view: ReportView },
    ): Promise<FileStream> {
      const { format = 'csv' } = asked;
      const stream = await begin(caller, asked, view, async (open) =>
        sheetStream(format, await open(view), clock.now()),
      );
      const filename = nameOf(reports[view].name, format);
      return { stream, filename, mediaType: sheetMediaTypes[format] };
    },
    /** Throws the same errors. */
    async exportZip(caller: Caller, asked: Asked): Promise<FileStream> {
      const { format = 'csv', include } = asked;
      const stream = await begin(caller, asked, 'all', async (open) => {
        const files: ArchivedFile[] = [];
        for (const view of include === 'all' ? reportViews : archivedViews) {
          const name = `${reports[view].name}.${format}`;
          files.push({ name, chunks: bytesOf(format, await open(view), clock.now()) });
        }
        return zipOf(files, clock.now());
      });
      return { stream, filename: nameOf('relatorios', 'zip') };
    },
  };
}

/** Produces the bytes of a table; the work starts when they are read. */
async function* bytesOf(
  format: SheetFormat,
  content: SheetContent,
  now: Date,
): AsyncGenerator<Buffer> {
  for await (const chunk of sheetStream(format, content, now)) yield chunk as Buffer; // a byte stream
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

const auditPlaces: readonly (ReportView | 'all')[] = [...archivedViews, 'all', 'purchases'];

/**
 * Returns the audit entry of an export. An export has no id of its own: it is recorded with the
 * place of its view; the archive keeps the one it had before there were purchases.
 */
function auditEntryOf(
  view: ReportView | 'all',
  { format = 'csv', start_date, end_date, with_deleted, include }: Asked,
): AuditEntry {
  return {
    action: 'created',
    resourceType: 'report',
    resourceId: auditPlaces.indexOf(view) + 1,
    newValues: {
      view,
      format: view === 'all' ? 'zip' : format,
      start_date,
      end_date,
      with_deleted,
      include,
    },
  };
}
