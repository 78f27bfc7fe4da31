import { orderStatusLabels, orderStatuses } from '@lavra/domain/order/order-status';
import { useRead } from '../../data/use-api.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { useStates } from '../account/city-fields.tsx';
import { choice, day, pick, yesOrNo } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { orderColumns } from './order-columns.tsx';

const statuses = [
  ...orderStatuses.map((status) => [status, orderStatusLabels[status]] as const),
  ['em_andamento', 'Em andamento (em análise e adjudicadas)'],
  ['encerrada', 'Encerradas (todas)'],
  ['suspensa', 'Suspensas'],
] as const;

/** The orders of every producer. */
export function AdminOrdersPage() {
  const states = useStates();
  const list = useList({
    sorts: ['created_at', 'deadline_date', 'number', 'status'],
    first: { field: 'created_at', descending: true },
    filters: {
      status: choice('situacao', 'Situação', statuses, { all: 'Todas' }),
      active: yesOrNo('ativas', 'Em curso', ['Ativas', 'Rascunhos e encerradas'], { all: 'Todas' }),
      answered: yesOrNo('respondidas', 'Propostas', ['Com proposta', 'Publicadas sem proposta'], {
        all: 'Todas',
      }),
      contact_missed: yesOrNo('contato', 'Contato', ['Não procurado', 'Sem aviso'], {
        all: 'Todas',
      }),
      producer_id: pick('produtor', 'Produtor', 'producers'),
      product_type_id: pick('tipo', 'Tipo de produto', 'productTypes'),
      state: choice(
        'uf',
        'Estado da entrega',
        states.map(({ uf, name }) => [uf, name] as const),
      ),
      start_date: day('de', 'Criada desde'),
      end_date: day('ate', 'Criada até'),
    },
  });
  const orders = useRead(
    'listAdminOrders',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Cotações"
      words={['cotação', 'cotações']}
      search={{ placeholder: 'Número, descrição ou produtor' }}
      list={list}
      query={orders}
      columns={orderColumns}
      keyOf={({ id }) => id}
      empty={
        <State icon={SproutIcon} title="Nenhuma cotação ainda">
          Quando um produtor criar uma cotação, ela aparece aqui.
        </State>
      }
    />
  );
}
