import { reportViews, type ReportSizes, type ReportView } from '@lavra/contract/admin/reports';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { publishedIn } from './order-report.ts';
import { registeredIn } from './person-columns.ts';
import { submittedIn } from './proposal-report.ts';
import { awardedIn } from './purchase-report.ts';
import type { ReportParams } from './report.ts';

const rowsOf = {
  orders: `orders o WHERE ${publishedIn}`,
  proposals: `proposals p WHERE ${submittedIn}`,
  producers: `users u WHERE ${registeredIn('produtor')}`,
  suppliers: `users u WHERE ${registeredIn('fornecedor')}`,
  consultants: `users u WHERE ${registeredIn('consultor')}`,
  purchases: `purchases s WHERE ${awardedIn}`,
} as const satisfies Readonly<Record<ReportView, string>>;

const sizes = statement({
  name: 'report-sizes',
  params: params<ReportParams>(),
  columns: {
    orders: col.int,
    proposals: col.int,
    producers: col.int,
    suppliers: col.int,
    consultants: col.int,
    purchases: col.int,
  },
  text: `SELECT ${reportViews.map((view) => `(SELECT count(*)::int FROM ${rowsOf[view]}) AS ${view}`).join(', ')}`,
});

/**
 * Returns the current number of rows of each report, by the conditions that the reports themselves
 * use.
 */
export async function countRows(db: Db, asked: ReportParams): Promise<ReportSizes> {
  const counted = await db.row(sizes, asked);
  return { data: reportViews.map((view) => ({ view, rows: counted?.[view] ?? 0 })) };
}
