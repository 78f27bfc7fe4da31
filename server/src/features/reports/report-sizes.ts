import { reportViews, type ReportSizes, type ReportView } from '@lavra/contract/admin/reports';
import { purchaseStates } from '@lavra/domain/purchase/purchase-state';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { readTotals, type Days } from '../totals/totals-feature.ts';
import { registeredIn } from './person-columns.ts';
import type { ReportParams } from './report.ts';

// People are counted: some are deleted, and they are few beside the rows of the rest.
const people = statement({
  name: 'report-sizes',
  params: params<ReportParams>(),
  columns: { producers: col.int, suppliers: col.int, consultants: col.int },
  text: `SELECT
    (SELECT count(*)::int FROM users u WHERE ${registeredIn('produtor')}) AS producers,
    (SELECT count(*)::int FROM users u WHERE ${registeredIn('fornecedor')}) AS suppliers,
    (SELECT count(*)::int FROM users u WHERE ${registeredIn('consultor')}) AS consultants`,
});

const scopesOfPurchases = purchaseStates.map((state) => `purchases_of_${state}` as const);

/**
 * Returns the current number of rows of each report, over the days that its parameters cover. A report
 * of all orders has those that were never published, too.
 */
export async function countRows(db: Db, asked: ReportParams, days: Days): Promise<ReportSizes> {
  const scopeOfOrders = asked.whole ? 'orders' : 'orders_published';
  const [counted, kept] = await Promise.all([
    db.row(people, asked),
    readTotals(db, [scopeOfOrders, 'proposals_submitted', ...scopesOfPurchases], days),
  ]);
  if (counted === undefined) throw new Error('the count gave no row');
  const rows = {
    ...counted,
    orders: kept[scopeOfOrders],
    proposals: kept.proposals_submitted,
    purchases: scopesOfPurchases.reduce((sum, scope) => sum + kept[scope], 0),
  } satisfies Record<ReportView, number>;
  return { data: reportViews.map((view) => ({ view, rows: rows[view] })) };
}
