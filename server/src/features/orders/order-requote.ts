import type { OrderStatus } from '@lavra/domain/order/order-status';
import { from, selectSql } from '../../platform/db/projection.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { draftItemColumns, type DraftItemRow } from './order-item.ts';
import type { LockedOrder } from './order-lock.ts';

/** Items of an order for a new draft, and how many are left out as their product is inactive. */
export interface ItemsToCopy {
  readonly items: readonly (DraftItemRow & { readonly id: number })[];
  readonly skipped: number;
}

/** SQL: an order in one of these states quotes item `oi` again, if it still asks for the product. */
const requotesSql = (states: readonly OrderStatus[]): string =>
  `requoted_items r
    JOIN orders o ON o.id = r.order_id AND o.status IN (${states.map((state) => `'${state}'`).join(', ')})
    WHERE r.order_item_id = oi.id
      AND EXISTS (SELECT FROM order_items t WHERE t.order_id = o.id AND t.product_id = oi.product_id)`;
const undecided = requotesSql(['rascunho', 'pendente', 'publicada', 'em_analise']);
/** What such an order did not buy either is missing there. */
const decided = requotesSql(['adjudicada', 'finalizada']);

const missingColumns = {
  ...draftItemColumns,
  quantity: from('oi.quantity - coalesce(bought.quantity, 0)', col.numeric),
  id: col.int,
  orderable: from(orderableSql('p'), col.boolean),
  requoted_as: from(`(SELECT min(o.number) FROM ${undecided})`, orNull(col.text)),
};
const missing = statement({
  name: 'order-missing-items',
  params: params<{ order_id: number }>(),
  columns: missingColumns,
  // Products are locked as for a whole duplicate.
  text: `
    SELECT ${selectSql(missingColumns, 'oi')}
    FROM order_items oi JOIN products p ON p.id = oi.product_id
    LEFT JOIN purchase_items bought ON bought.order_item_id = oi.id AND bought.released_at IS NULL
    WHERE oi.order_id = :order_id AND oi.quantity > coalesce(bought.quantity, 0)
      AND NOT EXISTS (SELECT FROM ${decided})
    ORDER BY oi.position FOR KEY SHARE OF p`,
});

/**
 * Returns what was not bought of an awarded order, and what was bought in a smaller quantity than
 * asked, with the missing quantity. Its row must be locked for an update, so that of two requests
 * one finds the other's draft. Throws `already_requoted` while another order quotes one of these
 * items again, `order_not_bought` and `nothing_unbought`.
 */
export async function listMissingItems(
  db: Db,
  { id, status }: Pick<LockedOrder, 'id' | 'status'>,
): Promise<ItemsToCopy> {
  if (status !== 'adjudicada' && status !== 'finalizada') throw new RuleError('order_not_bought');
  const found = await db.rows(missing, { order_id: id });
  const number = found.find(({ requoted_as }) => requoted_as !== null)?.requoted_as;
  if (typeof number === 'string') throw new RuleError('already_requoted', { number });
  const items = found
    .filter(({ orderable }) => orderable)
    .map(({ orderable: _orderable, requoted_as: _requoted, ...item }) => item);
  if (items.length === 0) throw new RuleError('nothing_unbought');
  return { items, skipped: found.length - items.length };
}

/** Records that a new order quotes these items of another one again. */
export async function markRequoted(
  db: Db,
  orderId: number,
  items: ItemsToCopy['items'],
): Promise<void> {
  await db.q
    .insertInto('requoted_items')
    .values(items.map(({ id }) => ({ order_item_id: id, order_id: orderId })))
    .execute();
}
