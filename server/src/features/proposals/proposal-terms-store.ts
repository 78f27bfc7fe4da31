import { freightRules } from '@lavra/domain/award/partial-terms';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import type { StoredPartialTerms } from './proposal-input.ts';

const columns = {
  id: col.int,
  status: col.oneOf(proposalStatuses),
  version: col.int,
  allows_partial: col.boolean,
  partial_minimum: orNull(col.numeric),
  freight_rule: col.oneOf(freightRules),
  /** Items were bought from it, and not all of them released. */
  is_bought: col.boolean,
  /** How often its terms were loosened. */
  changes: col.int,
};

const lock = statement({
  name: 'proposal-terms-lock',
  params: params<{ id: number }>(),
  columns,
  text: `
    SELECT p.id, p.status, p.version, p.allows_partial, p.partial_minimum, p.freight_rule,
      EXISTS (SELECT FROM purchases s WHERE s.proposal_id = p.id AND s.state <> 'released') AS is_bought,
      (SELECT count(*) FROM order_events e WHERE e.order_id = p.order_id AND e.event = 'proposal.terms_loosened'
        AND (e.data ->> 'proposal_id')::bigint = p.id) AS changes
    FROM proposals p WHERE p.id = :id FOR UPDATE OF p`,
});

/** Locks a proposal and returns its terms in part; its order must already be locked. */
export const lockTerms = (db: Db, id: number): Promise<RowOf<typeof columns> | undefined> =>
  db.row(lock, { id });

/** Stores the terms in part of a locked proposal and raises its version. */
export async function saveTerms(
  db: Db,
  {
    id,
    now,
    allows_partial,
    partial_minimum,
    freight_rule,
  }: StoredPartialTerms & { readonly id: number; readonly now: Date },
): Promise<void> {
  await db.q
    .updateTable('proposals')
    .set((eb) => ({
      allows_partial,
      partial_minimum,
      freight_rule,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}
