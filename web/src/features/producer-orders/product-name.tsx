import type { OrderItem } from '@lavra/contract/orders/schemas';
import { fold } from '@lavra/domain/text/fold';
import styles from './orders.module.css';

/** The fields of a product in orders and proposals. */
export type ProductFacts = Pick<
  OrderItem['product'],
  'name' | 'brand' | 'active_ingredient' | 'concentration'
>;

/**
 * Returns what distinguishes a product from others of the same name: brand, active ingredient,
 * concentration.
 */
export const productDetails = ({
  name,
  brand,
  active_ingredient,
  concentration,
}: ProductFacts): string =>
  [brand !== null && fold(brand) !== fold(name) ? brand : null, active_ingredient, concentration]
    .filter((part) => part !== null && part !== '')
    .join(' · ');

export function ProductName({ product }: { readonly product: ProductFacts }) {
  const details = productDetails(product);
  return (
    <span className={styles['product']}>
      <strong>{product.name}</strong>
      {details !== '' && <small>{details}</small>}
    </span>
  );
}
