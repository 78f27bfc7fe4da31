import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Log } from '@lavra/contract/admin/logs';
import { auditEventLabels, auditEvents } from '@lavra/domain/audit/audit-events';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { ShieldIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice, day, id, pick, text } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import {
  actionLabels,
  actorOf,
  changesOf,
  fieldLabel,
  numberedRecordOf,
  resourceLabels,
} from '../admin-kit/log-texts.ts';
import kit from '../admin-kit/kit.module.css';

const actions = ['created', 'updated', 'deleted', 'status_changed'] as const;

const fieldsOf = (log: Log): string => {
  const names = changesOf(log).map(({ name }) => fieldLabel(name));
  return names.length > 4
    ? `${names.slice(0, 4).join(', ')} e mais ${names.length - 4}`
    : names.join(', ') || '–';
};

const columns: readonly Column<Log>[] = [
  {
    name: 'when',
    label: 'Quando',
    bare: true,
    sort: 'created_at',
    cell: ({ id: one, created_at }) => (
      <Link to={adminPaths.log(one)} data-row-link className="lv-number">
        {formatDateTime(created_at)}
      </Link>
    ),
  },
  {
    name: 'who',
    label: 'Quem',
    cell: (log) => (
      <span className={kit['stack']}>
        {actorOf(log)}
        {log.user !== null && <small>{log.user.email}</small>}
      </span>
    ),
  },
  {
    name: 'what',
    label: 'O quê',
    cell: (log) => (
      <span className={kit['stack']}>
        {log.event_label ?? actionLabels[log.action]}
        <small>{numberedRecordOf(log)}</small>
      </span>
    ),
  },
  { name: 'fields', label: 'Campos', cell: fieldsOf },
  {
    name: 'ip',
    label: 'IP',
    cell: ({ ip_address }) => <span className="lv-number">{ip_address ?? '–'}</span>,
  },
];

const resources = Object.entries(resourceLabels).toSorted(([, a], [, b]) =>
  a.localeCompare(b, 'pt-BR'),
);
const events = auditEvents
  .map((event) => [event, auditEventLabels[event]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, 'pt-BR'));
const filters = {
  action: choice(
    'acao',
    'Ação',
    actions.map((action) => [action, actionLabels[action]] as const),
    { all: 'Todas' },
  ),
  event: choice('acontecimento', 'O que aconteceu', events, { all: 'Tudo' }),
  resource_type: choice('recurso', 'O que mudou', resources, { all: 'Tudo' }),
  resource_id: id('recurso_id', 'Número do registro mudado', { needs: { word: 'recurso' } }),
  user_id: pick('usuario', 'Quem', 'users'),
  ip: text('ip', 'IP'),
  start_date: day('de', 'Desde'),
  end_date: day('ate', 'Até'),
} as const;

/** Lists who changed what, and when. */
export function LogsPage() {
  const list = useList({
    sorts: ['created_at'],
    first: { field: 'created_at', descending: true },
    filters,
  });
  const logs = useRead('listLogs', { query: list.query }, { keepPrevious: true, staleTime: 0 });
  return (
    <ListPage
      title="Auditoria"
      words={['alteração', 'alterações']}
      search={{ placeholder: 'Nome ou e-mail de quem mudou' }}
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={adminPaths.logChain} {...props} />}
        >
          Corrente de selos
        </Button>
      }
      list={list}
      query={logs}
      columns={columns}
      keyOf={({ id: one }) => one}
      empty={<State icon={ShieldIcon} title="Nenhuma alteração registrada ainda" />}
    />
  );
}
