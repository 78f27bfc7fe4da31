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

/** Returns the place of delivery in one line. */
function placeOf({ delivery_address: address }: ShownOrder): string {
  if (address === null) return 'Não informado';
  const { street, number, complement, district, city, state, postal_code } = address;
  return [street, number, complement, district, `${city}/${state}`, postal_code]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

function Terms({ order }: { readonly order: ShownOrder }) {
  const { delivery_date, payment_terms, notes } = order;
  return (
    <Card title="Entrega e condições">
      <dl className={styles['terms']}>
        <div>
          <dt>Local de entrega</dt>
          <dd>{placeOf(order)}</dd>
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
