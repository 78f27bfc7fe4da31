import { sql } from 'kysely';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { encodeCursor, searchOf, sortOf, type PageRequest } from '../../platform/http/paging.ts';
import { refOf } from '../../platform/http/refs.ts';
import { likePattern } from '../../platform/text/like.ts';
import { offeredSql, orderSummarySql, type OrderSummaryRow } from '../orders/orders-feature.ts';
import { proposalSql, type ProposalRow } from './proposal-view.ts';

const sortKeys = {
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
  // A draft has no submission time: it sorts as the oldest.
  submitted_at: { expression: "coalesce(p.submitted_at, '-infinity')", type: 'timestamptz' },
  total_amount: { expression: 'p.total_amount', type: 'numeric' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

/** Filters of a supplier's list of proposals. */
export interface ProposalFilters {
  readonly status?: ProposalStatus;
  readonly order?: string;
  readonly q?: string;
  readonly search?: string;
  readonly created_from?: string;
  readonly created_to?: string;
  readonly sort?: SortField | `-${SortField}`;
  readonly cursor?: string;
}

export type ProposalListRow = ProposalRow & OrderSummaryRow & { priced_items: number };

/** Returns one page of a supplier's proposals, the exact total and the next cursor. */
export async function listSupplierProposals(
  db: Db,
  supplierId: number,
  filters: ProposalFilters,
  page: PageRequest,
  zone: string,
): Promise<{ rows: ProposalListRow[]; total: number; nextCursor: string | null }> {
  const { field, descending } = sortOf<SortField>(filters.sort, '-created_at');
  const key = sortKeys[field];
  const cursorName = `proposals:${descending ? '-' : ''}${field}`;
  const conditions = [sql<boolean>`p.supplier_id = ${supplierId}`, ...conditionsOf(filters, zone)];
  const from = sql`FROM proposals p JOIN orders o ON o.id = p.order_id`;
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total ${from} WHERE ${allOf(conditions)}`.execute(db.q);

  const start =
    filters.cursor === undefined
      ? []
      : [after(key, 'p.id', descending, keysetStart(filters.cursor, cursorName, key))];
  const found = await sql<ProposalListRow & { sort_key: string }>`
    SELECT ${sql.raw(proposalSql)}, ${sql.raw(orderSummarySql)}, ${sql.raw(key.expression)}::text AS sort_key,
      (SELECT count(*) FROM proposal_items pi WHERE pi.proposal_id = p.id AND ${sql.raw(offeredSql('pi'))})::int AS priced_items
    ${from} WHERE ${allOf([...conditions, ...start])}
    ORDER BY ${orderBy(key, 'p.id', descending)}
    LIMIT ${page.perPage + 1} OFFSET ${filters.cursor === undefined ? page.offset : 0}`.execute(
    db.q,
  );
  const rows = found.rows.slice(0, page.perPage);
  const last = rows.at(-1);
  const nextCursor =
    found.rows.length > page.perPage && last !== undefined
      ? encodeCursor(cursorName, last.sort_key, last.id)
      : null;
  return { rows, total: counted.rows[0]?.total ?? 0, nextCursor };
}

function conditionsOf(filters: ProposalFilters, zone: string): Condition[] {
  const text = searchOf(filters);
  const { created_from: from, created_to: to } = filters;
  const wanted: readonly (Condition | false)[] = [
    filters.status !== undefined && sql<boolean>`p.status = ${filters.status}`,
    filters.order !== undefined && ofOrder(filters.order),
    text !== undefined && sql<boolean>`o.search LIKE ${likePattern(text)}`,
    from !== undefined && sql<boolean>`p.created_at >= ${startOfDay(from, zone)}`,
    to !== undefined && sql<boolean>`p.created_at < ${endOfDay(to, zone)}`,
  ];
  return wanted.filter((condition) => condition !== false);
}

function ofOrder(value: string): Condition {
  const ref = refOf(value);
  if (ref === undefined) throw InvalidFields.of('order', 'format');
  return 'id' in ref ? sql<boolean>`o.id = ${ref.id}` : sql<boolean>`o.uuid = ${ref.uuid}`;
}
