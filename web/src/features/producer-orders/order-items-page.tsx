import type { OrderItem } from '@lavra/contract/orders/schemas';
import { DataTable } from '../../lists/data-table.tsx';
import { orderItemColumns } from '../../lists/order-item-columns.tsx';
import { DeliveryTerms } from '../../ui/delivery-terms.tsx';
import { Card } from '../../ui/page.tsx';
import { notesBeyondName } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { Quiet } from '../../ui/record.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { OrderFrame } from './order-frame.tsx';
import type { ShownOrder } from './use-order.ts';

/** The items of an order, and its delivery. */
export const OrderItemsPage = () => (
  <OrderFrame tab="Itens">
    {(order) => (
      <>
        <ActivityPanel order={order} />
        <Items items={order.items} />
        <DeliveryTerms place={placeOf(order)} order={order} />
      </>
    )}
  </OrderFrame>
);

const columns = orderItemColumns((item) => {
  const notes = notesBeyondName(item);
  return (
    <>
      <ProductName product={item.product} />
      {notes !== null && <Quiet>{notes}</Quiet>}
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
