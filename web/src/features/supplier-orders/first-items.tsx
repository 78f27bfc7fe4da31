import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { Fragment } from 'react';
import { countOf } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import styles from './supplier-orders.module.css';

/** The first items of an order with their quantities, and how many more there are. */
export function FirstItems({ order }: { readonly order: SupplierOrderSummary }) {
  const { first_items: items = [], total_itens } = order;
  const more = total_itens - items.length;
  return (
    <span className={styles['firstItems']}>
      {items.length === 0 && countOf(total_itens, ['item', 'itens'])}
      {items.map(({ name, quantity, unit }, place) => (
        // Two items may ask for the same product; their order never changes.
        <Fragment key={place}>
          {place > 0 && ', '}
          {name} {formatUnits(quantity, unit)}
        </Fragment>
      ))}
      {items.length > 0 && more > 0 && ` e mais ${countOf(more, ['item', 'itens'])}`}
    </span>
  );
}
