import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/producers';
import type { PersonOrder } from '@lavra/contract/admin/producers';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { from, rawColumns } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import { wireNumberOrNull, wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { wonSql } from '../awards/awards-feature.ts';
import {
  orderSummaryColumns,
  presentOrderSummary,
  proposalsCount,
} from '../orders/orders-feature.ts';

const columns = {
  ...orderSummaryColumns,
  created_at: col.timestamp,
  published_at: orNull(col.timestamp),
  finished_at: orNull(col.timestamp),
  proposals_count: proposalsCount,
  accepted_amount: from(
    `(SELECT sum(s.items_amount) FROM purchases s WHERE s.order_id = o.id AND ${wonSql})`,
    orNull(col.numeric),
  ),
};
type Row = RowOf<typeof columns>;

/**
 * Returns one page of a producer's orders in every status, newest first. `today` is the calendar
 * day in the platform's zone.
 */
export async function listAdminProducerOrders(
  db: Db,
  producerId: number,
  { query, today }: { query: QueryOf<typeof endpoints.listAdminProducerOrders>; today: string },
): Promise<{ data: PersonOrder[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: () => 'producer-orders',
    from: sql`orders o`,
    columns: rawColumns(columns, 'o'),
    conditions: [sql<boolean>`o.producer_id = ${producerId}`],
    sorts: { created_at: { expression: 'o.created_at', type: 'timestamptz' } },
    sort: '-created_at',
    id: 'o.id',
  });
  return { data: rows.map((row) => present(row, today)), meta };
}

const present = (row: Row, today: string): PersonOrder => ({
  ...presentOrderSummary(row, today),
  proposals_count: row.proposals_count,
  accepted_amount: wireNumberOrNull(row.accepted_amount),
  created_at: wireTime(row.created_at),
  published_at: wireTimeOrNull(row.published_at),
  finished_at: wireTimeOrNull(row.finished_at),
});
