import type { OrderItem } from '@lavra/contract/orders/schemas';
import { fold } from '@lavra/domain/text/fold';
import styles from './orders.module.css';

/** A product as orders and proposals carry it. */
export type ProductFacts = Pick<
  OrderItem['product'],
  'name' | 'brand' | 'active_ingredient' | 'concentration'
>;

/** What tells a product from its namesakes: brand, active ingredient, concentration. */
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
