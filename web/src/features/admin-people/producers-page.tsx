import type { AdminProducerSummary } from '@lavra/contract/admin/producers';
import { useRead } from '../../api/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { formatQuantity } from '../../text/decimal.ts';
import { SproutIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { useListState } from '../admin-kit/list-state.ts';
import { createdColumn, documentColumn, nameColumn, phoneColumn, placeColumn, statusColumn } from './people-columns.tsx';
import { newestFirst, peopleFilterNames, PeopleFilters, peopleWanted, personSorts } from './people-filters.tsx';

const columns: readonly Column<AdminProducerSummary>[] = [
  nameColumn('/produtores'), documentColumn, phoneColumn, placeColumn,
  { name: 'area', label: 'Área plantada', align: 'right', cell: ({ planted_area }) => (planted_area === null ? '–' : formatQuantity(planted_area, 'ha')) }, statusColumn, createdColumn,
];

/** Every producer. */
export function ProducersPage() {
  const state = useListState(personSorts, newestFirst);
  const wanted = peopleWanted(state.search);
  const producers = useRead('listAdminProducers', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  return (
    <ListPage
      title="Produtores" words={['produtor', 'produtores']} placeholder="Nome, e-mail, CPF/CNPJ ou celular" state={state} query={producers} columns={columns} keyOf={({ id }) => id} placeOf={({ uuid }) => `/produtores/${uuid}`}
      isFiltered={Object.keys(wanted).length > 0} filterNames={peopleFilterNames} filters={<PeopleFilters state={state} />}
      empty={<State icon={SproutIcon} title="Nenhum produtor ainda">Produtores se cadastram no portal deles, ou são criados em Usuários.</State>}
    />
  );
}
