import { orderStatuses } from '@lavra/domain/order/order-status';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRowsSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';

const winnerColumns = {
  id: col.int,
  uuid: col.uuid,
  mark: from('pm.mark', col.int),
  /** The first purchase, or the latest report where it is later; ms since 1970. */
  latest_ms: from(
    '(extract(epoch FROM greatest(bought.since, c.reported_at)) * 1000)::float8',
    col.float,
  ),
  reported_at: from('c.reported_at', orNull(col.timestamp)),
  withdrawn_at: from('c.withdrawn_at', orNull(col.timestamp)),
};
/** A proposal that the order bought from, and the last report that its supplier did not call. */
export type WinnerRow = RowOf<typeof winnerColumns>;

const winnersSql = jsonRowsSql(
  winnerColumns,
  `FROM proposals p
    JOIN proposal_marks pm ON pm.proposal_id = p.id
    CROSS JOIN LATERAL (SELECT min(s.awarded_at) AS since FROM purchases s
      WHERE s.proposal_id = p.id AND s.state NOT IN ('released', 'cancelled')) bought
    LEFT JOIN missed_calls c ON c.proposal_id = p.id
    WHERE p.order_id = o.id AND p.status = 'accepted' AND bought.since IS NOT NULL
    ORDER BY p.id`,
  'p',
);

const award = statement({
  name: 'order-award',
  params: params<{ order_id: number }>(),
  columns: {
    status: col.oneOf(orderStatuses),
    reason: orNull(col.text),
    winners: col.json<WinnerRow[]>(),
  },
  text: `
    SELECT o.status, coalesce((SELECT d.content ->> 'reason' FROM decision_records d WHERE d.order_id = o.id),
      (SELECT d.reason FROM pending_decisions d WHERE d.order_id = o.id)) AS reason, ${winnersSql} AS winners
    FROM orders o WHERE o.id = :order_id`,
});
/** What a reply about an award is made from; there are no winners before it. */
export type AwardRow = NonNullable<Awaited<ReturnType<typeof findAward>>>;

/** Returns an order's award. */
export const findAward = (db: Db, orderId: number) => db.row(award, { order_id: orderId });

/** Stores that suppliers did not call their producer, in place of earlier reports. */
export async function saveReport(
  db: Db,
  orderId: number,
  { proposalIds, now }: { readonly proposalIds: readonly number[]; readonly now: Date },
): Promise<void> {
  await db.q
    .insertInto('missed_calls')
    .values(proposalIds.map((id) => ({ proposal_id: id, reported_at: now })))
    .onConflict((conflict) =>
      conflict.column('proposal_id').doUpdateSet({ reported_at: now, withdrawn_at: null }),
    )
    .execute();
  await db.q
    .insertInto('missed_contacts')
    .values({ order_id: orderId, reported_at: now })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ reported_at: now, withdrawn_at: null }),
    )
    .execute();
}

/**
 * Takes the reports of these proposals back; that of the order ends with the last of them. Returns
 * whether there were any.
 */
export async function withdrawReport(
  db: Db,
  orderId: number,
  { proposalIds, now }: { readonly proposalIds: readonly number[]; readonly now: Date },
): Promise<boolean> {
  const withdrawn = await db.q
    .updateTable('missed_calls')
    .set({ withdrawn_at: now })
    .where('proposal_id', '=', sql<number>`ANY (${[...proposalIds]}::bigint[])`)
    .where('withdrawn_at', 'is', null)
    .returning('proposal_id')
    .execute();
  const ended = await db.q
    .updateTable('missed_contacts as m')
    .set({ withdrawn_at: now })
    .where('m.order_id', '=', orderId)
    .where('m.withdrawn_at', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM missed_calls c JOIN proposals p ON p.id = c.proposal_id
        WHERE p.order_id = ${orderId} AND c.withdrawn_at IS NULL)`,
    )
    .returning('m.order_id')
    .executeTakeFirst();
  return withdrawn.length > 0 || ended !== undefined;
}
