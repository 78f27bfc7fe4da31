import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { CardIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { PartList } from '../admin-kit/list.tsx';
import { orderPurchaseColumns } from './purchase-columns.tsx';

/** What one order bought, and from whom. */
export function OrderPurchases({ orderId }: { readonly orderId: number }) {
  const [page, setPage] = useState(1);
  const purchases = useRead(
    'listAdminPurchases',
    { query: { order_id: orderId, page } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <PartList
      caption="Compras da cotação"
      query={purchases}
      columns={orderPurchaseColumns}
      keyOf={({ uuid }) => uuid}
      onPage={setPage}
      empty={
        <State icon={CardIcon} title="Nada comprado ainda">
          As compras aparecem quando o produtor escolhe uma proposta, ou itens de várias.
        </State>
      }
    />
  );
}
