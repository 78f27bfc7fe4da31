import type { CatalogueRequest } from '@lavra/contract/catalogue/requests';
import { formatDate } from '../../text/dates.ts';
import styles from './editor.module.css';

/** Says what became of a product asked for, and offers the one that answers it. */
export const RequestLine = ({
  request: { status, product, reason, created_at },
  onSwap,
}: {
  readonly request: CatalogueRequest;
  readonly onSwap: () => void;
}) => (
  <p className={styles['request']} data-status={status}>
    {status === 'pending' && `Inclusão no catálogo pedida em ${formatDate(created_at)}.`}
    {status === 'refused' && `Não entrou no catálogo: ${reason ?? ''}`}
    {status === 'added' && product !== null && (
      <>
        <span>
          No catálogo é <strong>{product.name}</strong>.
        </span>{' '}
        <button type="button" className={styles['describe']} onClick={onSwap}>
          Trocar pelo produto do catálogo
        </button>
      </>
    )}
  </p>
);
