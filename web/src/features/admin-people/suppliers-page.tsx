import type { AdminSupplierSummary } from '@lavra/contract/admin/suppliers';
import { coverageKindLabels } from '@lavra/domain/address/coverage-kind';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { TruckIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { NewButton } from './new-button.tsx';
import {
  createdColumn,
  documentColumn,
  nameColumn,
  phoneColumn,
  placeColumn,
  statusColumn,
} from './people-columns.tsx';
import { newestFirst, personFilters, personSorts } from './people-filters.ts';

const columns: readonly Column<AdminSupplierSummary>[] = [
  nameColumn(adminPaths.supplier),
  documentColumn,
  phoneColumn,
  placeColumn,
  {
    name: 'coverage',
    label: 'Atuação',
    cell: ({ coverage_kind }) => coverageKindLabels[coverage_kind],
  },
  statusColumn,
  createdColumn,
];

/** Lists all suppliers. */
export function SuppliersPage() {
  const list = useList({ sorts: personSorts, first: newestFirst, filters: personFilters });
  const suppliers = useRead(
    'listAdminSuppliers',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const add = (
    <NewButton to={adminPaths.newSupplier} label="Novo fornecedor" permission="suppliers.create" />
  );
  return (
    <ListPage
      title="Fornecedores"
      words={['fornecedor', 'fornecedores']}
      search={{ placeholder: 'Nome, e-mail, CNPJ ou celular' }}
      list={list}
      query={suppliers}
      columns={columns}
      keyOf={({ id }) => id}
      actions={add}
      empty={
        <State icon={TruckIcon} title="Nenhum fornecedor ainda" actions={add}>
          Fornecedores se cadastram no portal deles, ou são criados aqui.
        </State>
      }
    />
  );
}
