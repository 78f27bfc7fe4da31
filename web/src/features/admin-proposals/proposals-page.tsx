import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { useRead } from '../../data/use-api.ts';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice, day, pick } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { proposalColumns } from './proposal-columns.tsx';

const shown = ['submitted', 'accepted', 'rejected', 'cancelled', 'lost', 'expired'] as const;

const filters = {
  display_status: choice(
    'situacao',
    'Situação',
    shown.map((status) => [status, proposalStatusLabels[status]] as const),
    { all: 'Todas' },
  ),
  supplier_id: pick('fornecedor', 'Fornecedor', 'suppliers'),
  producer_id: pick('produtor', 'Produtor', 'producers'),
  order_id: pick('cotacao', 'Cotação', 'orders'),
  start_date: day('de', 'Enviada desde'),
  end_date: day('ate', 'Enviada até'),
} as const;

/** Lists all proposals ever submitted, with supplier and producer. */
export function AdminProposalsPage() {
  const list = useList({
    sorts: ['submitted_at', 'total_amount', 'status'],
    first: { field: 'submitted_at', descending: true },
    filters,
  });
  const proposals = useRead(
    'listAdminProposals',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Propostas"
      words={['proposta enviada', 'propostas enviadas']}
      search={{ placeholder: 'Cotação, fornecedor ou nome na cotação' }}
      list={list}
      query={proposals}
      columns={proposalColumns}
      keyOf={({ id }) => id}
      empty={
        <State icon={ScaleIcon} title="Nenhuma proposta enviada ainda">
          Rascunhos são só do fornecedor: aqui aparece o que foi enviado.
        </State>
      }
    />
  );
}
