import type { AdminConsultantSummary } from '@lavra/contract/admin/consultants';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { UsersIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { given, readChoice, useListState } from '../admin-kit/list-state.ts';
import { NewButton } from './new-button.tsx';
import { createdColumn, nameColumn, phoneColumn, statusColumn } from './people-columns.tsx';
import { newestFirst, peopleFilterNames, PeopleFilters, peopleWanted, personSorts } from './people-filters.tsx';

const activations = ['pending', 'sent', 'active'] as const;
const labels = { pending: 'Sem link', sent: 'Link enviado', active: 'Ativada' } as const;

const columns: readonly Column<AdminConsultantSummary>[] = [
  nameColumn('/consultores'), phoneColumn, { name: 'producers', label: 'Produtores', align: 'right', cell: ({ producers_count }) => formatCount(producers_count) },
  { name: 'activation', label: 'Ativação', cell: ({ activation, activation_label }) => <Chip tone={activation === 'active' ? 'good' : activation === 'sent' ? 'info' : 'warn'}>{activation_label}</Chip> }, statusColumn, createdColumn,
];

/** Every consultant. */
export function ConsultantsPage() {
  const state = useListState(personSorts, newestFirst);
  const wanted = { ...peopleWanted(state.search), ...given({ activation: readChoice(state.search['ativacao'], activations) }) };
  const consultants = useRead('listAdminConsultants', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  const add = <NewButton to="/consultores/novo" label="Novo consultor" permission="consultants.create" />;
  return (
    <ListPage
      title="Consultores" words={['consultor', 'consultores']} placeholder="Nome, e-mail ou celular" state={state} query={consultants} columns={columns} keyOf={({ id }) => id} placeOf={({ uuid }) => `/consultores/${uuid}`} actions={add}
      isFiltered={Object.keys(wanted).length > 0} filterNames={[...peopleFilterNames, 'ativacao']}
      filters={<PeopleFilters state={state}><SelectField label="Ativação" placeholder="Todas" value={wanted.activation ?? ''} options={activations.map((one) => [one, labels[one]])} onChange={(ativacao) => state.filter({ ativacao: ativacao || undefined })} /></PeopleFilters>}
      empty={<State icon={UsersIcon} title="Nenhum consultor ainda" actions={add}>Um consultor acompanha as cotações dos produtores vinculados a ele.</State>}
    />
  );
}
