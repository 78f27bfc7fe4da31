import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';

/** Returns the place of delivery, as far as a supplier may know it. */
export const deliveryOf = ({
  delivery_address,
}: Pick<SupplierOrderSummary, 'delivery_address'>): string =>
  delivery_address === null ? 'A combinar' : `${delivery_address.city}/${delivery_address.state}`;
