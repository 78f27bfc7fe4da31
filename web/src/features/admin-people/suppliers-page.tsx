import type { AdminSupplierSummary } from '@lavra/contract/admin/suppliers';
import { coverageKindLabels } from '@lavra/domain/address/coverage-kind';
import { useRead } from '../../api/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { TruckIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { useListState } from '../admin-kit/list-state.ts';
import { NewButton } from './new-button.tsx';
import { createdColumn, documentColumn, nameColumn, phoneColumn, placeColumn, statusColumn } from './people-columns.tsx';
import { newestFirst, peopleFilterNames, PeopleFilters, peopleWanted, personSorts } from './people-filters.tsx';

const columns: readonly Column<AdminSupplierSummary>[] = [
  nameColumn('/fornecedores'), documentColumn, phoneColumn, placeColumn, { name: 'coverage', label: 'Atuação', cell: ({ coverage_kind }) => coverageKindLabels[coverage_kind] }, statusColumn, createdColumn,
];

/** Every supplier. */
export function SuppliersPage() {
  const state = useListState(personSorts, newestFirst);
  const wanted = peopleWanted(state.search);
  const suppliers = useRead('listAdminSuppliers', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  const add = <NewButton to="/fornecedores/novo" label="Novo fornecedor" permission="suppliers.create" />;
  return (
    <ListPage
      title="Fornecedores" words={['fornecedor', 'fornecedores']} placeholder="Nome, e-mail, CNPJ ou celular" state={state} query={suppliers} columns={columns} keyOf={({ id }) => id} placeOf={({ uuid }) => `/fornecedores/${uuid}`}
      isFiltered={Object.keys(wanted).length > 0} filterNames={peopleFilterNames} filters={<PeopleFilters state={state} />} actions={add}
      empty={<State icon={TruckIcon} title="Nenhum fornecedor ainda" actions={add}>Fornecedores se cadastram no portal deles, ou são criados aqui.</State>}
    />
  );
}
