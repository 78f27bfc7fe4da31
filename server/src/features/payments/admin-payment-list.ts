import { sql } from 'kysely';
import type { listAdminPayments as endpoint } from '@lavra/contract/admin/payments';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Payment } from '@lavra/contract/payments/schemas';
import { paymentStatuses } from '@lavra/domain/payment/payment-status';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { daysOf, sumTotals, type DailyScope } from '../totals/totals-feature.ts';
import { personFound } from '../admin-people/admin-people-feature.ts';
import { presentPayment } from './payment-presenter.ts';
import { listPaymentsById } from './payment-queries.ts';

const sortKeys = {
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
  due_date: { expression: 'p.due_date', type: 'date' },
  amount: { expression: 'p.amount', type: 'numeric' },
  status: { expression: 'p.status', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;
type Query = QueryOf<typeof endpoint>;

/**
 * Returns one page of all payments, newest first unless sorted otherwise; a cursor takes precedence
 * over the page number.
 */
export async function listAdminPayments(
  db: Db,
  query: Query,
): Promise<{ data: Payment[]; meta: PageMeta }> {
  const others = otherConditions(query);
  const { rows, meta } = await listPage(db, query, {
    name: 'admin-payments',
    from: sql`payments p`,
    columns: sql<{ id: number }>`p.id`,
    conditions: [...keptConditions(query), ...others],
    total: others.some(Boolean) ? undefined : keptTotal(db, query),
    sorts: sortKeys,
    sort: '-created_at',
    id: 'p.id',
  });
  const ids = rows.map(({ id }) => id);
  return { data: (await listPaymentsById(db, ids)).map(presentPayment), meta };
}

/** The filters by which totals are kept, where only one of the first two is given. */
const keptConditions = ({ status, payment_method, start_date, end_date }: Query): Wanted[] => [
  status !== undefined && sql<boolean>`p.status = ${status}`,
  payment_method !== undefined && sql<boolean>`p.payment_method = ${payment_method}`,
  start_date !== undefined && sql<boolean>`p.due_date >= ${start_date}::date`,
  end_date !== undefined && sql<boolean>`p.due_date <= ${end_date}::date`,
];

/** Returns how the total is read by these filters; undefined where it must be counted. */
function keptTotal(
  db: Db,
  { status, payment_method, ...days }: Query,
): (() => Promise<number>) | undefined {
  if (status !== undefined && payment_method !== undefined) return undefined;
  const scopes: DailyScope[] =
    payment_method === undefined
      ? (status === undefined ? paymentStatuses : [status]).map(
          (one) => `payments_of_${one}` as const,
        )
      : [`payments_by_${payment_method}`];
  return () => sumTotals(db, scopes, daysOf(days));
}

function otherConditions(query: Query): Wanted[] {
  const { subscription_id, payment_id } = query;
  const text = searchOf(query);
  return [
    subscription_id !== undefined && sql<boolean>`p.subscription_id = ${subscription_id}::bigint`,
    payment_id !== undefined && sql<boolean>`p.id = ${payment_id}::bigint`,
    text !== undefined &&
      sql<boolean>`p.user_id IN (SELECT u.id FROM users u WHERE ${personFound(text, 'billed')})`,
  ];
}
