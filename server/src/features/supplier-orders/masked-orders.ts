import { maskWords } from '../identities/identities-feature.ts';
import { maskOrderItems } from '../orders/orders-feature.ts';
import type { ListedOrderRow } from './supplier-order-sql.ts';
import type { SupplierOrderView } from './supplier-order-view.ts';

// A supplier reads a producer's contact once the award is made, and never in the producer's words.

/** Masks the contacts in the orders of a supplier's list. */
export async function maskOrders(rows: readonly ListedOrderRow[]): Promise<ListedOrderRow[]> {
  const masked = await maskWords(rows, ['order_description', 'payment_terms', 'notes']);
  for (const row of masked)
    if (row.first_items !== undefined) row.first_items = await maskWords(row.first_items, ['name']);
  return masked;
}

/** Masks the contacts in an order as a supplier opens it. */
export async function maskOrder(view: SupplierOrderView): Promise<SupplierOrderView> {
  const [masked] = await maskOrders([view]);
  return { ...view, ...masked, items: await maskOrderItems(view.items) };
}
