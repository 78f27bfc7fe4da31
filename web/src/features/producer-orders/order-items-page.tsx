import type { OrderItem } from '@lavra/contract/orders/schemas';
import { DataTable } from '../../lists/data-table.tsx';
import { orderItemColumns } from '../../lists/order-item-columns.tsx';
import { formatDate } from '../../text/dates.ts';
import { Card } from '../../ui/page.tsx';
import { notesBeyondName } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { OrderFrame } from './order-frame.tsx';
import styles from './orders.module.css';
import type { ShownOrder } from './use-order.ts';

/** The items of an order, and its delivery. */
export const OrderItemsPage = () => (
  <OrderFrame tab="Itens">
    {(order) => (
      <>
        <ActivityPanel order={order} />
        <Items items={order.items} />
        <Terms order={order} />
      </>
    )}
  </OrderFrame>
);

const columns = orderItemColumns((item) => {
  const notes = notesBeyondName(item);
  return (
    <>
      <ProductName product={item.product} />
      {notes !== null && <p className={styles['quiet']}>{notes}</p>}
    </>
  );
});

const Items = ({ items }: { readonly items: readonly OrderItem[] }) => (
  <Card flush>
    <DataTable caption="Itens da cotação" columns={columns} rows={items} keyOf={({ id }) => id} />
  </Card>
);

function Terms({
  order: { delivery_address: address, delivery_date, payment_terms, notes },
}: {
  readonly order: ShownOrder;
}) {
  const delivery =
    address === null
      ? 'Não informado'
      : [
          address.street,
          address.number,
          address.complement,
          address.district,
          `${address.city}/${address.state}`,
          address.postal_code,
        ]
          .filter((part) => part !== null && part !== '')
          .join(', ');
  return (
    <Card title="Entrega e condições">
      <dl className={styles['terms']}>
        <div>
          <dt>Local de entrega</dt>
          <dd>{delivery}</dd>
        </div>
        <div>
          <dt>Entrega até</dt>
          <dd>{delivery_date === null ? 'A combinar' : formatDate(delivery_date)}</dd>
        </div>
        <div>
          <dt>Pagamento</dt>
          <dd>{payment_terms ?? 'A combinar'}</dd>
        </div>
        {notes !== null && (
          <div data-wide>
            <dt>Observações</dt>
            <dd>{notes}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
