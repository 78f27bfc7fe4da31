import { fold } from '@lavra/domain/text/fold';
import styles from './kit.module.css';

interface Product {
  readonly name: string;
  readonly brand: string | null;
  readonly active_ingredient: string | null;
  readonly concentration: string | null;
}

/** A product with what distinguishes it from others of the same name. */
export function ProductName({
  product: { name, brand, active_ingredient, concentration },
  notes = null,
}: {
  readonly product: Product;
  readonly notes?: string | null;
}) {
  const details = [
    brand !== null && fold(brand) !== fold(name) ? brand : null,
    active_ingredient,
    concentration,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
  return (
    <span className={styles['stack']}>
      <strong>{name}</strong>
      {details !== '' && <small>{details}</small>}
      {notes !== null && <small>{notes}</small>}
    </span>
  );
}
