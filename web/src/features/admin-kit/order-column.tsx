import { Link } from '@tanstack/react-router';
import type { OrderSummary } from '@lavra/contract/orders/schemas';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import kit from './kit.module.css';

interface OfOrder {
  readonly order: Pick<OrderSummary, 'uuid' | 'number' | 'description'>;
  readonly producer: { readonly name: string };
}

/** The order that a row belongs to, and whose it is. */
export const orderColumn: Column<OfOrder> = {
  name: 'order',
  label: 'Cotação',
  cell: ({ order: { uuid, number, description }, producer }) => (
    <span className={kit['stack']}>
      <Link to={adminPaths.order(uuid)} className="lv-number">
        {number}
      </Link>
      <small>
        {producer.name}: {description}
      </small>
    </span>
  ),
};
