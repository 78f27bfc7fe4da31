import { sql } from 'kysely';
import type { listAdminPayments as endpoint } from '@lavra/contract/admin/payments';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Payment } from '@lavra/contract/payments/schemas';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
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
  const { rows, meta } = await listPage(db, query, {
    name: 'admin-payments',
    from: sql`payments p`,
    columns: sql<{ id: number }>`p.id`,
    conditions: conditionsOf(query),
    sorts: sortKeys,
    sort: '-created_at',
    id: 'p.id',
  });
  const ids = rows.map(({ id }) => id);
  return { data: (await listPaymentsById(db, ids)).map(presentPayment), meta };
}

function conditionsOf(query: Query): Wanted[] {
  const { status, subscription_id, payment_id, payment_method, start_date, end_date } = query;
  const text = searchOf(query);
  return [
    status !== undefined && sql<boolean>`p.status = ${status}`,
    subscription_id !== undefined && sql<boolean>`p.subscription_id = ${subscription_id}::bigint`,
    payment_id !== undefined && sql<boolean>`p.id = ${payment_id}::bigint`,
    payment_method !== undefined && sql<boolean>`p.payment_method = ${payment_method}`,
    start_date !== undefined && sql<boolean>`p.due_date >= ${start_date}::date`,
    end_date !== undefined && sql<boolean>`p.due_date <= ${end_date}::date`,
    text !== undefined &&
      sql<boolean>`p.user_id IN (SELECT u.id FROM users u WHERE ${personFound(text, 'billed')})`,
  ];
}
