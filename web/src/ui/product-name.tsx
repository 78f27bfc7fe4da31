import type { OrderItem } from '@lavra/contract/orders/schemas';
import { fold } from '@lavra/domain/text/fold';
import styles from './product-name.module.css';

/** The fields that name a product wherever it is shown. */
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

/** A product with its details, and what was noted about it. */
export function ProductName({
  product,
  notes = null,
}: {
  readonly product: ProductFacts;
  readonly notes?: string | null;
}) {
  const details = productDetails(product);
  return (
    <span className={styles['product']} data-product>
      <strong>{product.name}</strong>
      {details !== '' && <small>{details}</small>}
      {notes !== null && <small>{notes}</small>}
    </span>
  );
}
