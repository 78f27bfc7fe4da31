import { Link } from '@tanstack/react-router';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import type { Column } from '../../lists/data-table.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { aboutDistance } from '../../text/distance.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { deadlineTone } from '../../ui/order-texts.ts';
import { deliveryOf } from './delivery-of.ts';
import { FirstItems } from './first-items.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { MyProposal } from './my-proposal.tsx';
import styles from './supplier-orders.module.css';

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
          <FirstItems order={order} />
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
    name: 'place',
    label: 'Entrega',
    sort: 'distance_km',
    sortLabel: 'Distância',
    cell: (order) => (
      <span className={styles['place']}>
        {deliveryOf(order)}
        {typeof order.distance_km === 'number' && <small>{aboutDistance(order.distance_km)}</small>}
      </span>
    ),
  },
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
