import { sql } from 'kysely';
import type { listAdminPayments as endpoint } from '@lavra/contract/admin/payments';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { personFound } from '../admin-people/admin-people-feature.ts';
import { listPaymentsById, type PaymentView } from './payment-queries.ts';

const PAGE_SIZE = 25;

const sortKeys = {
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
  due_date: { expression: 'p.due_date', type: 'date' },
  amount: { expression: 'p.amount', type: 'numeric' },
  status: { expression: 'p.status', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;
type Query = QueryOf<typeof endpoint>;

/**
 * Returns one page of all payments, newest first unless sorted otherwise; a cursor takes precedence
 * over the page number.
 */
export async function listAdminPayments(
  db: Db,
  query: Query,
): Promise<{ rows: PaymentView[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<SortField>(query.sort, '-created_at');
  const key = sortKeys[field];
  const name = `admin-payments:${descending ? '-' : ''}${field}`;
  const conditions = conditionsOf(query);
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM payments p WHERE ${allOf(conditions)}`.execute(db.q);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'p.id', descending, keysetStart(query.cursor, name, key))];
  const { rows } = await sql<{ id: number; sort_key: string }>`
    SELECT p.id, ${sql.raw(key.expression)}::text AS sort_key FROM payments p WHERE ${allOf([...conditions, ...start])}
    ORDER BY ${orderBy(key, 'p.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
    db.q,
  );
  const shown = rows.slice(0, page.perPage);
  const last = rows.length > page.perPage ? shown.at(-1) : undefined;
  const next = last === undefined ? null : encodeCursor(name, last.sort_key, last.id);
  return {
    rows: await listPaymentsById(
      db,
      shown.map(({ id }) => id),
    ),
    meta: pageMeta(page, counted.rows[0]?.total ?? 0, next),
  };
}

function conditionsOf(query: Query): Condition[] {
  const { status, subscription_id, payment_id, payment_method, start_date, end_date } = query;
  const text = searchOf(query);
  const wanted: readonly (Condition | false)[] = [
    status !== undefined && sql<boolean>`p.status = ${status}`,
    subscription_id !== undefined && sql<boolean>`p.subscription_id = ${subscription_id}::bigint`,
    payment_id !== undefined && sql<boolean>`p.id = ${payment_id}::bigint`,
    payment_method !== undefined && sql<boolean>`p.payment_method = ${payment_method}`,
    start_date !== undefined && sql<boolean>`p.due_date >= ${start_date}::date`,
    end_date !== undefined && sql<boolean>`p.due_date <= ${end_date}::date`,
    text !== undefined &&
      sql<boolean>`p.user_id IN (SELECT u.id FROM users u WHERE ${personFound(text, 'billed')})`,
  ];
  return wanted.filter((condition) => condition !== false);
}
