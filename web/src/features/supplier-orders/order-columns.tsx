import { Link } from '@tanstack/react-router';
import type { SupplierOrderSummary } from '@lavra/contract/orders/schemas';
import type { Column } from '../../lists/data-table.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { deadlineTone } from '../../ui/order-texts.ts';
import { FavoriteStar } from './favorite-star.tsx';
import { MyProposal } from './my-proposal.tsx';
import styles from './supplier-orders.module.css';

/** Returns the place of delivery, as far as a supplier may know it. */
export const deliveryOf = ({
  delivery_address,
}: Pick<SupplierOrderSummary, 'delivery_address'>): string =>
  delivery_address === null ? 'A combinar' : `${delivery_address.city}/${delivery_address.state}`;

/** The columns of an order in a supplier's lists. */
export const orderColumns: readonly Column<SupplierOrderSummary>[] = [
  {
    name: 'order',
    label: 'Cotação',
    bare: true,
    sort: 'number',
    cell: (order) => (
      <div className={styles['order']}>
        <FavoriteStar order={order} />
        <div>
          <span className={figures['number']}>{order.number}</span>
          <Link to={supplierPaths.order(order.uuid)} data-row-link className={figures['what']}>
            {order.description}
          </Link>
          {(order.is_suspended || order.matches_profile) && (
            <span className={styles['marks']}>
              {order.is_suspended ? (
                <Chip tone="danger">Suspensa</Chip>
              ) : (
                <Chip tone="good">Para a sua empresa</Chip>
              )}
            </span>
          )}
        </div>
      </div>
    ),
  },
  {
    name: 'items',
    label: 'Itens',
    align: 'right',
    cell: ({ total_itens }) => formatCount(total_itens),
  },
  { name: 'place', label: 'Entrega', cell: deliveryOf },
  {
    name: 'deadline',
    label: 'Prazo',
    sort: 'deadline_date',
    cell: ({ deadline_date, dias_restantes }) => (
      <span className={styles['deadline']}>
        <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip>
        <small>{formatDate(deadline_date)}</small>
      </span>
    ),
  },
  { name: 'mine', label: 'Sua proposta', cell: (order) => <MyProposal order={order} /> },
];
