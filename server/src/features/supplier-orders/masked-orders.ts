import { presentOneByOne } from '../../platform/text/yielding.ts';
import { maskOfProducer, maskWords } from '../identities/identities-feature.ts';
import { maskOrderItems } from '../orders/orders-feature.ts';
import type { ListedOrderRow } from './supplier-order-sql.ts';
import type { SupplierOrderView } from './supplier-order-view.ts';

// A supplier reads a producer's contact once the award is made, and never in the producer's words.

/** Masks the contacts in the orders of a supplier's list. */
export async function maskOrders(rows: readonly ListedOrderRow[]): Promise<ListedOrderRow[]> {
  const masked = await maskWords(rows, ['order_description', 'payment_terms', 'notes']);
  return presentOneByOne(masked, async ({ first_items, ...row }) =>
    first_items === undefined
      ? row
      : { ...row, first_items: await presentOneByOne(first_items, maskName) },
  );
}

/** Masks the contacts in an order as a supplier opens it. */
export async function maskOrder(view: SupplierOrderView): Promise<SupplierOrderView> {
  const [masked] = await maskOrders([view]);
  return { ...view, ...masked, items: await maskOrderItems(view.items) };
}

const maskName = async <I extends { readonly name: string }>(item: I): Promise<I> => ({
  ...item,
  name: (await maskOfProducer(item.name)) ?? '',
});
