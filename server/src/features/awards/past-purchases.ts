import { planPurchase } from '@lavra/domain/award/award-plan';
import type { FreightRule } from '@lavra/domain/award/partial-terms';
import type { Db } from '../../platform/db/database.ts';
import { params, statement } from '../../platform/db/statement.ts';
import { storedCents } from '../../platform/text/stored-cents.ts';
import { insertPurchases, type NewPurchase } from './purchase-store.ts';

/** What was bought of an accepted proposal before it was stored here. */
export interface PastPurchase {
  /** The proposal. */
  readonly id: number;
  /** All items of the proposal, in the file's sequence; amounts are decimal text. */
  readonly items: readonly {
    readonly order_item_id: number;
    readonly total_price: string;
  }[];
  /** Those that were bought, by the order's item. */
  readonly bought: readonly number[];
  readonly freight: string | null;
  readonly rule: FreightRule;
}

const settle = statement({
  name: 'past-purchases-settle',
  params: params<{ proposal_ids: number[] }>(),
  columns: {},
  // As the end of an order settles its purchases; none of them is news to its supplier.
  text: `
    WITH past AS (
      UPDATE purchases AS s SET awarded_at = coalesce(p.accepted_at, s.awarded_at), seen_at = s.awarded_at,
        state = CASE o.status WHEN 'finalizada' THEN 'received' WHEN 'revogada' THEN 'cancelled' ELSE s.state END,
        settled_at = CASE o.status WHEN 'finalizada' THEN coalesce(o.finished_at, o.updated_at)
          WHEN 'revogada' THEN coalesce(o.ended_at, o.updated_at) ELSE s.settled_at END
      FROM proposals p JOIN orders o ON o.id = p.order_id
      WHERE p.id = s.proposal_id AND s.proposal_id = ANY (:proposal_ids::bigint[])
      RETURNING s.id, s.state, s.settled_at
    )
    UPDATE purchase_items AS i SET settled_at = past.settled_at,
      settlement = CASE past.state WHEN 'received' THEN 'unrecorded' ELSE 'revoked' END
    FROM past WHERE i.purchase_id = past.id AND past.state IN ('received', 'cancelled')`,
});

/**
 * Stores purchases of accepted proposals that were just stored, as of their acceptance and settled
 * where their order has ended. The file was checked for consent and minimum, as far as it
 * states them.
 */
export async function buyPast(db: Db, past: readonly PastPurchase[], now: Date): Promise<void> {
  if (past.length === 0) return;
  await insertPurchases(db, { round: 1, purchases: past.map(planned), now });
  await db.rows(settle, { proposal_ids: past.map(({ id }) => id) });
}

function planned({ id, items, bought, freight, rule }: PastPurchase): NewPurchase {
  const plan = planPurchase(
    {
      terms: { allowsPartial: true, minimum: null, freightRule: rule },
      freight: freight === null ? null : storedCents(freight),
      offers: items
        .map((item) => ({ orderItemId: item.order_item_id, total: storedCents(item.total_price) }))
        .filter(({ total }) => total > 0n),
      bought: new Set(),
    },
    new Set(bought),
  );
  if (!plan.ok) throw new Error(`proposal ${id} cannot be bought: ${plan.problem.code}`);
  return { ...plan.purchase, proposalId: id };
}
