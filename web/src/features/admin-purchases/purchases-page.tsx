import { purchaseStateLabels, purchaseStates } from '@lavra/domain/purchase/purchase-state';
import { useRead } from '../../data/use-api.ts';
import { CardIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice, day, pick } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { purchaseColumns } from './purchase-columns.tsx';

const filters = {
  state: choice(
    'situacao',
    'Situação',
    purchaseStates.map((state) => [state, purchaseStateLabels[state]] as const),
    { all: 'Todas' },
  ),
  supplier_id: pick('fornecedor', 'Fornecedor', 'suppliers'),
  producer_id: pick('produtor', 'Produtor', 'producers'),
  order_id: pick('cotacao', 'Cotação', 'orders'),
  start_date: day('de', 'Comprada desde'),
  end_date: day('ate', 'Comprada até'),
} as const;

/** Lists all purchases, with supplier and producer. */
export function AdminPurchasesPage() {
  const list = useList({
    sorts: ['awarded_at', 'items_amount', 'state'],
    first: { field: 'awarded_at', descending: true },
    filters,
  });
  const purchases = useRead(
    'listAdminPurchases',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Compras"
      words={['compra', 'compras']}
      search={{ placeholder: 'Compra, cotação, produtor ou fornecedor' }}
      list={list}
      query={purchases}
      columns={purchaseColumns}
      keyOf={({ uuid }) => uuid}
      empty={
        <State icon={CardIcon} title="Nenhuma compra ainda">
          O que os produtores comprarem de cada proposta aparece aqui.
        </State>
      }
    />
  );
}
