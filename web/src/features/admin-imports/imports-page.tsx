import { Button } from '@mantine/core';
import type { ImportSummaryRecord } from '@lavra/contract/admin/import';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { Filters, ListView } from '../admin-lists/list-view.tsx';
import { May, RowLink, Two } from '../admin-lists/parts.tsx';
import { kept, useList } from '../admin-lists/use-list.ts';
import { importTypes, stateTones, typeLabels } from './import-texts.ts';

const words = { situacao: ['todas', 'previewed', 'processing', 'completed', 'failed'], tipo: ['todos', ...importTypes] } as const;
const tabs = [['todas', 'Todas'], ['previewed', 'A aprovar'], ['processing', 'Em processamento'], ['completed', 'Concluídas'], ['failed', 'Sem sucesso']] as const;

const columns: readonly Column<ImportSummaryRecord>[] = [
  { name: 'file', label: 'Planilha', bare: true, cell: ({ import_id, filename, type_label }) => <Two first={<RowLink to={`/importacoes/${import_id}`}>{filename}</RowLink>} second={type_label} /> },
  { name: 'state', label: 'Situação', cell: ({ state, state_label, progress }) => <Two first={<span><Chip tone={stateTones[state]}>{state_label}</Chip></span>} second={state === 'processing' ? `${progress.percent}%` : null} /> },
  { name: 'rows', label: 'Linhas', align: 'right', cell: ({ summary }) => <Two first={formatCount(summary.total)} second={summary.invalid === 0 ? null : `${formatCount(summary.invalid)} com erro`} /> },
  { name: 'created', label: 'Criados', align: 'right', cell: ({ created, skipped }) => <Two first={formatCount(created)} second={skipped === 0 ? null : countOf(skipped, ['já existia', 'já existiam'])} /> },
  { name: 'who', label: 'Por', cell: ({ requested_by }) => requested_by?.name ?? '' },
  { name: 'when', label: 'Enviada', cell: ({ created_at }) => formatDateTime(created_at) },
];

const Begin = () => <May permission="imports.create"><Button renderRoot={(props) => <Link to="/importacoes/nova" {...props} />} leftSection={<UploadIcon size={18} />}>Nova importação</Button></May>;

/** The sheets that were sent, newest first. */
export function ImportsPage() {
  const state = useList({ sorts: ['created_at'], first: { field: 'created_at', descending: true }, words });
  const { situacao, tipo } = state.words;
  const list = useRead('listImports', { query: { page: state.page, per_page: 25, ...(situacao === 'todas' ? {} : { state: situacao }), ...(tipo === 'todos' ? {} : { type: tipo }) } }, { keepPrevious: true, staleTime: 0 });
  const navigate = useNavigate();
  return (
    <Page title="Importação" actions={<Begin />}>
      <Filters tabs={<Chips label="Situação" value={situacao} options={tabs} onChange={(next) => state.filter({ situacao: kept(next, 'todas') })} />}>
        <SelectField label="Tipo" value={tipo === 'todos' ? '' : tipo} placeholder="Todos" options={Object.entries(typeLabels)} onChange={(next) => state.filter({ tipo: next || undefined })} />
      </Filters>
      <ListView
        list={list} caption="Importações" columns={columns} keyOf={({ import_id }) => import_id} state={state} onOpen={({ import_id }) => { void navigate({ to: '/importacoes/$id', params: { id: import_id } }); }}
        empty={<State icon={UploadIcon} title="Nenhuma planilha ainda" actions={<Begin />}>Traga de uma vez produtores, fornecedores, consultores, produtos, cotações ou propostas.</State>}
      />
    </Page>
  );
}
