import { Link } from '@tanstack/react-router';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { supplierPaths } from '../../paths/supplier.ts';
import { daysLeft, formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { TruckIcon } from '../../ui/icons.tsx';
import { deadlineTone } from '../../ui/order-texts.ts';
import { Card } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { MyProposal } from './my-proposal.tsx';
import styles from './supplier-orders.module.css';

/** The orders with the soonest deadlines, a card each. */
export function UrgentOrders({
  orders,
}: {
  readonly orders: SupplierDashboard['licitacoesUrgentes'];
}) {
  if (orders.length === 0)
    return (
      <Card flush>
        <State icon={TruckIcon} title="Nenhuma cotação aberta agora">
          Nenhuma cotação aberta para a sua área agora. Confira seus tipos de produto e área de
          atuação.
        </State>
      </Card>
    );
  return (
    <ul className={styles['urgent']}>
      {orders.map((order) => (
        <li key={order.id}>
          <div className={styles['urgentHead']}>
            <Chip tone={deadlineTone(order.dias_restantes)}>{daysLeft(order.dias_restantes)}</Chip>
            <MyProposal bare order={{ ...order, status: 'publicada' }} />
            <FavoriteStar order={order} />
          </div>
          <Link to={supplierPaths.order(order.uuid)} className={figures['what']}>
            {order.description}
          </Link>
          <p>
            {order.number} · {countOf(order.total_itens, ['item', 'itens'])} · até{' '}
            {formatDate(order.deadline_date)}
          </p>
        </li>
      ))}
    </ul>
  );
}
