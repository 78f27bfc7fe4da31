import { TextInput } from '@mantine/core';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { ScaleIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { given, readChoice, readDay, readId, useListState } from '../admin-kit/list-state.ts';
import { proposalColumns, proposalPlace } from './proposal-columns.tsx';

const shown = ['submitted', 'accepted', 'rejected', 'cancelled', 'lost', 'expired'] as const;

/** Proposals ever sent, by whom and to whom. */
export function AdminProposalsPage() {
  const state = useListState(['submitted_at', 'total_amount', 'status'] as const, { field: 'submitted_at', descending: true });
  const { search, filter } = state;
  const wanted = given({
    display_status: readChoice(search['situacao'], shown), supplier_id: readId(search['fornecedor']), producer_id: readId(search['produtor']), order_id: readId(search['cotacao']),
    start_date: readDay(search['de']), end_date: readDay(search['ate']),
  });
  const proposals = useRead('listAdminProposals', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  return (
    <ListPage
      title="Propostas" words={['proposta enviada', 'propostas enviadas']} placeholder="Cotação ou fornecedor" state={state} query={proposals} columns={proposalColumns} keyOf={({ id }) => id} placeOf={proposalPlace}
      isFiltered={Object.keys(wanted).length > 0} filterNames={['situacao', 'fornecedor', 'produtor', 'cotacao', 'de', 'ate']}
      empty={<State icon={ScaleIcon} title="Nenhuma proposta enviada ainda">Rascunhos são só do fornecedor: aqui aparece o que foi enviado.</State>}
      filters={<>
        <SelectField label="Situação" placeholder="Todas" value={wanted.display_status ?? ''} options={shown.map((one) => [one, proposalStatusLabels[one]])} onChange={(situacao) => filter({ situacao: situacao || undefined })} />
        <TextInput label="Enviada desde" type="date" value={wanted.start_date ?? ''} max={wanted.end_date} onChange={(event) => filter({ de: event.currentTarget.value || undefined })} />
        <TextInput label="Enviada até" type="date" value={wanted.end_date ?? ''} min={wanted.start_date} onChange={(event) => filter({ ate: event.currentTarget.value || undefined })} />
      </>}
    />
  );
}
