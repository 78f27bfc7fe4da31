import { productDetails, type ProductFacts } from '@lavra/domain/catalogue/product-details';
import styles from './product-name.module.css';

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
