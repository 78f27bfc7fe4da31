import { randomUUID } from 'node:crypto';
import type { PlannedPurchase } from '@lavra/domain/award/award-plan';
import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

const insert = statement({
  name: 'purchases-insert',
  params: params<{ round: number; purchases: string; items: string; now: Date }>(),
  columns: { id: col.int },
  // Number, order and supplier come from the proposal, by trigger. What is bought of nothing is
  // settled at once.
  text: `
    WITH made AS (
      INSERT INTO purchases (uuid, proposal_id, round, kind, state,
        items_count, items_amount, freight_amount,
        awarded_at, settled_at, created_at, updated_at)
      SELECT r.uuid, r.proposal_id, :round::int, r.kind,
        CASE r.items_count WHEN 0 THEN 'received' ELSE 'awarded' END,
        r.items_count, r.items_amount, r.freight_amount,
        :now::timestamptz, CASE r.items_count WHEN 0 THEN :now::timestamptz END, :now, :now
      FROM jsonb_to_recordset(:purchases::jsonb) AS r(uuid uuid, proposal_id bigint, kind text,
        items_count integer, items_amount numeric, freight_amount numeric)
      RETURNING id, proposal_id
    ), listed AS (
      INSERT INTO purchase_items (purchase_id, proposal_id, order_item_id,
        unit_price, quantity, total_price, freight_share)
      SELECT m.id, pi.proposal_id, pi.order_item_id,
        pi.unit_price, pi.quantity, pi.total_price, r.freight_share
      FROM jsonb_to_recordset(:items::jsonb) AS r(proposal_id bigint, order_item_id bigint, freight_share numeric)
      JOIN made m ON m.proposal_id = r.proposal_id
      JOIN proposal_items pi ON pi.proposal_id = r.proposal_id AND pi.order_item_id = r.order_item_id
    )
    SELECT m.id FROM made m`,
});

/** Notes once that the supplier of a purchase opened it. */
export async function notePurchaseSeen(
  db: Db,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<void> {
  await db.q
    .updateTable('purchases')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .execute();
}

/** A planned purchase and the proposal it is made from. */
export interface NewPurchase extends PlannedPurchase {
  readonly proposalId: number;
}

/**
 * Inserts the purchases of one round with their items, at the prices and in the quantities that the
 * proposals offer, in one statement. An item that is bought already violates
 * `purchase_items_bought_once`.
 */
export async function insertPurchases(
  db: Db,
  { round, purchases, now }: { round: number; purchases: readonly NewPurchase[]; now: Date },
): Promise<void> {
  await db.rows(insert, {
    round,
    purchases: JSON.stringify(
      purchases.map(({ proposalId, kind, items, itemsAmount, freightAmount }) => ({
        uuid: randomUUID(),
        proposal_id: proposalId,
        kind,
        items_count: items.length,
        items_amount: amount(itemsAmount),
        freight_amount: freightAmount === null ? null : amount(freightAmount),
      })),
    ),
    items: JSON.stringify(
      purchases.flatMap(({ proposalId, items }) =>
        items.map(({ orderItemId, freightShare }) => ({
          proposal_id: proposalId,
          order_item_id: orderItemId,
          freight_share: amount(freightShare),
        })),
      ),
    ),
    now,
  });
}

const amount = (cents: bigint): string => formatDecimal(cents, AMOUNT_SCALE);
