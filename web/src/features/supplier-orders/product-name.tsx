import type { OrderItem } from '@lavra/contract/orders/schemas';
import { fold } from '@lavra/domain/text/fold';
import styles from './supplier-orders.module.css';

type Facts = Pick<OrderItem['product'], 'name' | 'brand' | 'active_ingredient' | 'concentration'>;

/**
 * A product with what distinguishes it from others of the same name: brand, active ingredient,
 * concentration.
 */
export function ProductName({
  product: { name, brand, active_ingredient, concentration },
}: {
  readonly product: Facts;
}) {
  const details = [
    brand !== null && fold(brand) !== fold(name) ? brand : null,
    active_ingredient,
    concentration,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
  return (
    <span className={styles['product']}>
      <strong>{name}</strong>
      {details !== '' && <small>{details}</small>}
    </span>
  );
}
