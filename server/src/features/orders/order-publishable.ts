import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { listedNames } from '../../platform/texts/order-texts.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import type { LockedOrder } from './order-lock.ts';

const goneProducts = statement({
  name: 'order-products-gone',
  params: params<{ order_id: number }>(),
  columns: { name: col.text },
  text: `
    SELECT p.name FROM order_items oi JOIN products p ON p.id = oi.product_id
    WHERE oi.order_id = :order_id AND NOT ${orderableSql('p')}
    GROUP BY p.name ORDER BY min(oi.position)`,
});

/**
 * Checks what every path to publication requires of a locked order besides its state: an active
 * owner, locked before by `holdOwner`, and products that are still in the catalogue. Throws
 * `order_owner_inactive` or, with their names, `order_inactive_products`.
 */
export async function assertPublishable(db: Db, order: LockedOrder): Promise<void> {
  if (!order.owner_active) throw new RuleError('order_owner_inactive');
  const gone = await db.rows(goneProducts, { order_id: order.id });
  if (gone.length === 0) return;
  throw new RuleError('order_inactive_products', {
    products: listedNames(gone.map(({ name }) => name)),
  });
}
