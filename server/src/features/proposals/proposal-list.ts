import { sql } from 'kysely';
import type { ProposalSummary } from '@lavra/contract/proposals/schemas';
import { endOfDay, localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { SupplierCaller } from '../../platform/auth/caller.ts';
import type { Page, PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { listPage, type SortKey } from '../../platform/db/list-page.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskWords } from '../identities/identities-feature.ts';
import { foundBySupplier } from '../orders/orders-feature.ts';
import { presentProposalSummary } from './proposal-presenter.ts';
import { proposalSummaryColumns, type ProposalSummaryRow } from './proposal-view.ts';

const sortKeys = {
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
  // A draft has no submission time: it sorts as the oldest.
  submitted_at: { expression: "coalesce(p.submitted_at, '-infinity')", type: 'timestamptz' },
  total_amount: { expression: 'p.total_amount', type: 'numeric' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

/** Filters of a supplier's list of proposals. */
export interface ProposalQuery extends PageQuery {
  readonly status?: ProposalStatus;
  readonly order?: string;
  readonly q?: string;
  readonly search?: string;
  readonly created_from?: string;
  readonly created_to?: string;
  readonly sort?: SortField | `-${SortField}`;
}

/** Returns one page of the caller's proposals, and the exact total. */
export async function listSupplierProposals(
  { db, clock, zone }: Platform,
  { supplierId }: SupplierCaller,
  query: ProposalQuery,
): Promise<{ data: ProposalSummary[]; meta: PageMeta }> {
  const { rows, meta } = await pageOf(db, query, { supplierId, zone });
  const today = localDate(clock.now(), zone);
  const masked = await maskWords(rows, ['order_description', 'rejection_reason']);
  return { data: masked.map((row) => presentProposalSummary(row, today)), meta };
}

const pageOf = (
  db: Db,
  query: ProposalQuery,
  { supplierId, zone }: { supplierId: number; zone: string },
): Promise<Page<ProposalSummaryRow>> =>
  listPage(db, query, {
    name: 'proposals',
    // Each has its order, which is left out of what asks for the proposal's own columns.
    from: sql`proposals p LEFT JOIN orders o ON o.id = p.order_id`,
    columns: rawColumns(proposalSummaryColumns, 'p'),
    lookUp: sql`proposals p JOIN orders o ON o.id = p.order_id`,
    conditions: [sql<boolean>`p.supplier_id = ${supplierId}`, ...conditionsOf(query, zone)],
    sorts: sortKeys,
    sort: '-created_at',
    id: 'p.id',
  });

function conditionsOf(query: ProposalQuery, zone: string): Wanted[] {
  const text = searchOf(query);
  const { status, order, created_from: from, created_to: to } = query;
  return [
    status !== undefined && sql<boolean>`p.status = ${status}`,
    order !== undefined && ofOrder(order),
    text !== undefined && foundBySupplier(text),
    from !== undefined && sql<boolean>`p.created_at >= ${startOfDay(from, zone)}`,
    to !== undefined && sql<boolean>`p.created_at < ${endOfDay(to, zone)}`,
  ];
}

function ofOrder(value: string): Condition {
  const ref = refOf(value);
  if (ref === undefined) throw InvalidFields.of('order', 'format');
  return 'id' in ref ? sql<boolean>`o.id = ${ref.id}` : sql<boolean>`o.uuid = ${ref.uuid}`;
}
