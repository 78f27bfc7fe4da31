import type { AdminOrder } from '@lavra/contract/admin/orders';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { orderItemColumns } from '../../lists/order-item-columns.tsx';
import { BoxIcon } from '../../ui/page-icons.tsx';
import { Card } from '../../ui/page.tsx';
import { notesBeyondName } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { QueryView, State } from '../../ui/states.tsx';
import { Timeline } from '../../ui/record.tsx';
import { PartList } from '../admin-kit/list.tsx';
import { LogList } from '../admin-kit/log-list.tsx';

interface PartProps {
  readonly order: AdminOrder;
}

const columns = orderItemColumns((item) => (
  <ProductName product={item.product} notes={notesBeyondName(item)} />
));

/** The items of an order; most orders fit on one page. */
export function OrderItems({ order }: PartProps) {
  const [page, setPage] = useState(1);
  const items = useRead(
    'listAdminOrderItems',
    { params: { id: order.uuid }, query: { page, per_page: 100 } },
    { keepPrevious: true },
  );
  return (
    <PartList
      caption="Itens da cotação"
      query={items}
      columns={columns}
      keyOf={({ id }) => id}
      onPage={setPage}
      empty={
        <State icon={BoxIcon} title="Nenhum item">
          O produtor ainda não escolheu os produtos.
        </State>
      }
    />
  );
}

/** The timeline of an order: what happened, and who did it. */
export function OrderTimeline({ order }: PartProps) {
  const timeline = useRead(
    'getAdminOrderTimeline',
    { params: { id: order.uuid } },
    { staleTime: 0 },
  );
  return (
    <Card title="Linha do tempo">
      <QueryView query={timeline}>
        {({ data }) => (
          <Timeline
            steps={data.map(({ actor, actor_name, ...step }) => ({
              ...step,
              actor:
                actor_name === null || actor_name === actor ? actor : `${actor}: ${actor_name}`,
            }))}
          />
        )}
      </QueryView>
    </Card>
  );
}

/** The changes of the order and its proposals, and who made them. */
export function OrderLogs({ order }: PartProps) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminOrderLogs',
        { params: { id: order.uuid }, query: { page, per_page: 25 } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}
