import { TextInput } from '@mantine/core';
import { orderStatusLabels, orderStatuses, type OrderStatusFilter } from '@lavra/domain/order/order-status';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { SproutIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { given, readChoice, readDay, readId, useListState } from '../admin-kit/list-state.ts';
import { useStates } from '../account/place-fields.tsx';
import { orderColumns, orderPlace } from './order-columns.tsx';

const filters = [...orderStatuses, 'em_andamento', 'encerrada', 'suspensa'] as const satisfies readonly OrderStatusFilter[];
const labels: Readonly<Record<(typeof filters)[number], string>> = { ...orderStatusLabels, em_andamento: 'Em andamento (em análise e adjudicadas)', encerrada: 'Encerradas (todas)', suspensa: 'Suspensas' };

/** Orders of every producer. */
export function AdminOrdersPage() {
  const state = useListState(['created_at', 'deadline_date', 'number', 'status'] as const, { field: 'created_at', descending: true });
  const { search, filter } = state;
  const wanted = given({
    status: readChoice(search['situacao'], filters), state: readChoice(search['uf'], useStates().map(({ uf }) => uf)), producer_id: readId(search['produtor']),
    product_type_id: readId(search['tipo']), start_date: readDay(search['de']), end_date: readDay(search['ate']),
  });
  const orders = useRead('listAdminOrders', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  const types = useRead('listProductTypes', { query: { per_page: 100, sort: 'name' } }, { staleTime: Infinity });
  const states = useStates();
  return (
    <ListPage
      title="Cotações" words={['cotação', 'cotações']} placeholder="Número, descrição ou produtor" state={state} query={orders} columns={orderColumns} keyOf={({ id }) => id} placeOf={orderPlace}
      isFiltered={Object.keys(wanted).length > 0} filterNames={['situacao', 'uf', 'produtor', 'tipo', 'de', 'ate']}
      empty={<State icon={SproutIcon} title="Nenhuma cotação ainda">Quando um produtor criar uma cotação, ela aparece aqui.</State>}
      filters={<>
        <SelectField label="Situação" placeholder="Todas" value={wanted.status ?? ''} options={filters.map((one) => [one, labels[one]])} onChange={(situacao) => filter({ situacao: situacao || undefined })} />
        <SelectField label="Tipo de produto" placeholder="Todos" value={String(wanted.product_type_id ?? '')} options={(types.data?.data ?? []).map(({ id, name }) => [String(id), name])} onChange={(tipo) => filter({ tipo: tipo || undefined })} />
        <SelectField label="Estado da entrega" placeholder="Todos" value={wanted.state ?? ''} options={states.map(({ uf, name }) => [uf, name])} onChange={(uf) => filter({ uf: uf || undefined })} />
        <TextInput label="Criada desde" type="date" value={wanted.start_date ?? ''} max={wanted.end_date} onChange={(event) => filter({ de: event.currentTarget.value || undefined })} />
        <TextInput label="Criada até" type="date" value={wanted.end_date ?? ''} min={wanted.start_date} onChange={(event) => filter({ ate: event.currentTarget.value || undefined })} />
      </>}
    />
  );
}
