import type { AdminProducerSummary } from '@lavra/contract/admin/producers';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatQuantity } from '../../text/decimal.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import {
  createdColumn,
  documentColumn,
  nameColumn,
  phoneColumn,
  placeColumn,
  statusColumn,
} from './people-columns.tsx';
import { newestFirst, personFilters, personSorts } from './people-filters.ts';

const columns: readonly Column<AdminProducerSummary>[] = [
  nameColumn(adminPaths.producer),
  documentColumn,
  phoneColumn,
  placeColumn,
  {
    name: 'area',
    label: 'Área plantada',
    align: 'right',
    cell: ({ planted_area }) => (planted_area === null ? '–' : formatQuantity(planted_area, 'ha')),
  },
  statusColumn,
  createdColumn,
];

/** Lists all producers. */
export function ProducersPage() {
  const list = useList({ sorts: personSorts, first: newestFirst, filters: personFilters });
  const producers = useRead(
    'listAdminProducers',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Produtores"
      words={['produtor', 'produtores']}
      search={{ placeholder: 'Nome, e-mail, CPF/CNPJ ou celular' }}
      list={list}
      query={producers}
      columns={columns}
      keyOf={({ id }) => id}
      empty={
        <State icon={SproutIcon} title="Nenhum produtor ainda">
          Produtores se cadastram no portal deles, ou são criados em Usuários.
        </State>
      }
    />
  );
}
