import { Link } from '@tanstack/react-router';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { useRead } from '../../data/use-api.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { daysLeft, formatDate, serviceZone } from '../../text/dates.ts';
import { aboutDistance } from '../../text/distance.ts';
import { countOf } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import figures from '../../ui/figures.module.css';
import { TruckIcon } from '../../ui/icons.tsx';
import { deadlineTone } from '../../ui/order-texts.ts';
import { Card } from '../../ui/page.tsx';
import { Loading, QueryView, State } from '../../ui/states.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { FirstItems } from './first-items.tsx';
import { deliveryOf } from './delivery-of.ts';
import styles from './supplier-orders.module.css';

const SHOWN = 6;

/**
 * The orders with the soonest deadlines among those that suit the supplier and wait for its answer,
 * a card each.
 */
export function UrgentOrders() {
  const orders = useRead(
    'listSupplierOrders',
    {
      query: {
        matching: true,
        waiting: true,
        deadline_from: localDate(new Date(), serviceZone),
        sort: 'deadline_date',
        per_page: SHOWN,
        with_details: true,
      },
    },
    { staleTime: 0 },
  );
  return (
    <QueryView query={orders} skeleton={<Loading lines={8} />}>
      {({ data }) => <Cards orders={data.filter(({ is_suspended }) => !is_suspended)} />}
    </QueryView>
  );
}

function Cards({ orders }: { readonly orders: readonly SupplierOrderSummary[] }) {
  if (orders.length === 0)
    return (
      <Card flush>
        <State icon={TruckIcon} title="Nada esperando a sua resposta">
          Nenhuma cotação aberta da sua área e dos seus produtos espera por você. Veja{' '}
          <Link to={supplierPaths.orders}>todas as cotações</Link>, ou confira seus tipos de produto
          e a área de entrega.
        </State>
      </Card>
    );
  return (
    <ul className={styles['urgent']}>
      {orders.map((order) => (
        <li key={order.id}>
          <div className={styles['urgentHead']}>
            <Chip tone={deadlineTone(order.dias_restantes)}>{daysLeft(order.dias_restantes)}</Chip>
            <FavoriteStar order={order} />
          </div>
          <Link to={supplierPaths.order(order.uuid)} className={figures['what']}>
            {order.description}
          </Link>
          <FirstItems order={order} />
          <p>
            {deliveryOf(order)}
            {typeof order.distance_km === 'number' && `, ${aboutDistance(order.distance_km)}`}
          </p>
          <p>
            {order.number} · {countOf(order.total_itens, ['item', 'itens'])} · até{' '}
            {formatDate(order.deadline_date)}
          </p>
        </li>
      ))}
    </ul>
  );
}
