import type { Readable } from 'node:stream';
import {
  archivedViews,
  reportViews,
  type exportAllReports as endpoint,
  type ReportSizes,
  type ReportView,
} from '@lavra/contract/admin/reports';
import type { FileStream, QueryOf } from '@lavra/contract/kit/endpoint';
import { sheetMediaTypes, type SheetFormat } from '@lavra/contract/kit/sheet';
import { endOfDay, localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import type { AuditEntry } from '../../platform/db/records.ts';
import { InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { zipOf, type ArchivedFile } from '../../platform/files/byte-streams.ts';
import type { SheetContent } from '../../platform/spreadsheet/sheet-cell.ts';
import { sheetStream } from '../../platform/csv/write-sheet.ts';
import { consultantReport } from './consultant-report.ts';
import type { StartExport } from './export-sessions.ts';
import { orderReport } from './order-report.ts';
import { producerReport } from './producer-report.ts';
import { proposalReport } from './proposal-report.ts';
import { purchaseReport } from './purchase-report.ts';
import type { Report, ReportParams } from './report.ts';
import { countRows } from './report-sizes.ts';
import { daysOf } from '../totals/totals-feature.ts';
import { supplierReport } from './supplier-report.ts';

type Asked = QueryOf<typeof endpoint>;

const reports: Readonly<Record<ReportView, Report>> = {
  orders: orderReport,
  proposals: proposalReport,
  producers: producerReport,
  suppliers: supplierReport,
  consultants: consultantReport,
  purchases: purchaseReport,
};

/**
 * Returns the number of rows that an export of each view would contain. Throws InvalidFields for a
 * period that ends before it begins.
 */
export const countReportRows = async (db: Db, asked: Asked, zone: string): Promise<ReportSizes> =>
  countRows(db, paramsOf(asked, zone), daysOf(asked));

/**
 * Exports one view. Throws `exports_busy`, `exports_busy_own`, and InvalidFields for a period that
 * ends before it begins.
 */
export async function exportReport(
  platform: Platform,
  startExport: StartExport,
  request: Request<Caller>,
  { view, ...asked }: Asked & { readonly view: ReportView },
): Promise<FileStream> {
  const { format = 'csv' } = asked;
  const stream = await begin(platform, startExport, request, {
    asked,
    view,
    make: async (open) => sheetStream(format, await open(view), platform.clock.now()),
  });
  const filename = filenameOf(platform, reports[view].name, format);
  return { stream, filename, mediaType: sheetMediaTypes[format] };
}

/** Exports the views as one archive. Throws the same errors. */
export async function exportAllReports(
  platform: Platform,
  startExport: StartExport,
  request: Request<Caller>,
  asked: Asked,
): Promise<FileStream> {
  const { clock } = platform;
  const { format = 'csv', include } = asked;
  const stream = await begin(platform, startExport, request, {
    asked,
    view: 'all',
    make: async (open) => {
      const files: ArchivedFile[] = [];
      for (const view of include === 'all' ? reportViews : archivedViews) {
        const name = `${reports[view].name}.${format}`;
        files.push({ name, chunks: bytesOf(format, await open(view), clock.now()) });
      }
      return zipOf(files, clock.now());
    },
  });
  return { stream, filename: filenameOf(platform, 'relatorios', 'zip') };
}

interface Export {
  readonly asked: Asked;
  readonly view: ReportView | 'all';
  readonly make: (open: (view: ReportView) => Promise<SheetContent>) => Promise<Readable>;
}

/**
 * Starts an export that reads all of its views from a single snapshot, and is recorded in the audit
 * log before its first byte.
 */
async function begin(
  { command, clock, zone }: Platform,
  startExport: StartExport,
  request: Request<Caller>,
  { asked, view, make }: Export,
): Promise<Readable> {
  const params = paramsOf(asked, zone);
  let recorded = false;
  return startExport(request.caller.userId, async (snapshot) => {
    if (!recorded) await command(request, async (uow) => uow.audit(auditEntryOf(view, asked)));
    recorded = true; // one export, even where it begins again on the primary
    const today = localDate(clock.now(), zone);
    return make(async (one) => reports[one].open(snapshot, params, today));
  });
}

const filenameOf = ({ clock, zone }: Platform, what: string, ending: string): string =>
  `lavra-${what}-${localDate(clock.now(), zone)}.${ending}`;

/** Produces the bytes of a table; the work starts when they are read. */
async function* bytesOf(
  format: SheetFormat,
  content: SheetContent,
  now: Date,
): AsyncGenerator<Buffer> {
  for await (const chunk of sheetStream(format, content, now)) yield chunk as Buffer; // a byte stream
}

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
