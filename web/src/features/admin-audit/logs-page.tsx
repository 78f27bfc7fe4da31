import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Log } from '@lavra/contract/admin/logs';
import { useRead } from '../../api/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText } from '../../lists/url-state.ts';
import { formatDateTime } from '../../text/dates.ts';
import { ShieldIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { ListPage } from '../admin-kit/list-page.tsx';
import { given, readChoice, readDay, readId, useListState } from '../admin-kit/list-state.ts';
import { actionLabels, actorOf, changesOf, fieldLabel, resourceLabel, resourceLabels } from '../admin-kit/log-texts.ts';
import kit from '../admin-kit/kit.module.css';

const actions = ['created', 'updated', 'deleted', 'status_changed'] as const;

const fieldsOf = (log: Log): string => {
  const names = changesOf(log).map(({ name }) => fieldLabel(name));
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} e mais ${names.length - 4}` : names.join(', ') || '–';
};

const columns: readonly Column<Log>[] = [
  { name: 'when', label: 'Quando', bare: true, sort: 'created_at', cell: ({ id, created_at }) => <Link to={`/auditoria/${id}`} data-row-link className="lv-number">{formatDateTime(created_at)}</Link> },
  { name: 'who', label: 'Quem', cell: (log) => <span className={kit['stack']}>{actorOf(log)}{log.user !== null && <small>{log.user.email}</small>}</span> },
  { name: 'what', label: 'O quê', cell: ({ action, resource_type, resource_id }) => <span className={kit['stack']}>{actionLabels[action]}<small>{resourceLabel(resource_type)} {resource_id}</small></span> },
  { name: 'fields', label: 'Campos', cell: fieldsOf },
  { name: 'ip', label: 'IP', cell: ({ ip_address }) => <span className="lv-number">{ip_address ?? '–'}</span> },
];

/** Who changed what, and when. */
export function LogsPage() {
  const state = useListState(['created_at'] as const, { field: 'created_at', descending: true });
  const { search, filter } = state;
  const ip = readText(search['ip']);
  const wanted = given({
    action: readChoice(search['acao'], actions), resource_type: readText(search['recurso']), resource_id: readId(search['recurso_id']), user_id: readId(search['usuario']),
    start_date: readDay(search['de']), end_date: readDay(search['ate']), ip,
  });
  const logs = useRead('listLogs', { query: { ...state.query, ...wanted } }, { keepPrevious: true, staleTime: 0 });
  return (
    <ListPage
      title="Auditoria" words={['alteração', 'alterações']} placeholder="Nome ou e-mail de quem mudou" state={state} query={logs} columns={columns} keyOf={({ id }) => id} placeOf={({ id }) => `/auditoria/${id}`}
      isFiltered={Object.keys(wanted).length > 0} filterNames={['acao', 'recurso', 'recurso_id', 'usuario', 'de', 'ate', 'ip']}
      empty={<State icon={ShieldIcon} title="Nenhuma alteração registrada ainda" />}
      filters={<>
        <SelectField label="Ação" placeholder="Todas" value={wanted.action ?? ''} options={actions.map((one) => [one, actionLabels[one]])} onChange={(acao) => filter({ acao: acao || undefined })} />
        <SelectField label="O que mudou" placeholder="Tudo" value={wanted.resource_type ?? ''} options={Object.entries(resourceLabels).toSorted(([, a], [, b]) => a.localeCompare(b, 'pt-BR'))} onChange={(recurso) => filter({ recurso: recurso || undefined, recurso_id: undefined })} />
        <SearchBox label="Número do registro mudado" value={wanted.resource_id === undefined ? '' : String(wanted.resource_id)} onSearch={(text) => filter({ recurso_id: text || undefined })} />
        <SearchBox label="IP" value={ip} onSearch={(text) => filter({ ip: text || undefined })} />
        <TextInput label="Desde" type="date" value={wanted.start_date ?? ''} max={wanted.end_date} onChange={(event) => filter({ de: event.currentTarget.value || undefined })} />
        <TextInput label="Até" type="date" value={wanted.end_date ?? ''} min={wanted.start_date} onChange={(event) => filter({ ate: event.currentTarget.value || undefined })} />
      </>}
    />
  );
}
