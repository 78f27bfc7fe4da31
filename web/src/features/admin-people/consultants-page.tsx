import type { AdminConsultantSummary } from '@lavra/contract/admin/consultants';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { UsersIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { NewButton } from './new-button.tsx';
import { createdColumn, nameColumn, phoneColumn, statusColumn } from './people-columns.tsx';
import { newestFirst, personFilters, personSorts } from './people-filters.ts';

const filters = {
  activation: choice(
    'ativacao',
    'Ativação',
    [
      ['pending', 'Sem link'],
      ['sent', 'Link enviado'],
      ['active', 'Ativada'],
    ],
    { all: 'Todas' },
  ),
  ...personFilters,
} as const;

const columns: readonly Column<AdminConsultantSummary>[] = [
  nameColumn(adminPaths.consultant),
  phoneColumn,
  {
    name: 'producers',
    label: 'Produtores',
    align: 'right',
    cell: ({ producers_count }) => formatCount(producers_count),
  },
  {
    name: 'activation',
    label: 'Ativação',
    cell: ({ activation, activation_label }) => (
      <Chip tone={activation === 'active' ? 'good' : activation === 'sent' ? 'info' : 'warn'}>
        {activation_label}
      </Chip>
    ),
  },
  statusColumn,
  createdColumn,
];

/** Lists all consultants. */
export function ConsultantsPage() {
  const list = useList({ sorts: personSorts, first: newestFirst, filters });
  const consultants = useRead(
    'listAdminConsultants',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const add = (
    <NewButton
      to={adminPaths.newConsultant}
      label="Novo consultor"
      permission="consultants.create"
    />
  );
  return (
    <ListPage
      title="Consultores"
      words={['consultor', 'consultores']}
      search={{ placeholder: 'Nome, e-mail ou celular' }}
      list={list}
      query={consultants}
      columns={columns}
      keyOf={({ id }) => id}
      actions={add}
      empty={
        <State icon={UsersIcon} title="Nenhum consultor ainda" actions={add}>
          Um consultor acompanha as cotações dos produtores vinculados a ele.
        </State>
      }
    />
  );
}
