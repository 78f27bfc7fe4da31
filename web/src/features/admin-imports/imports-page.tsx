import { Button } from '@mantine/core';
import type { ImportSummaryRecord } from '@lavra/contract/admin/import';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { UploadIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { May, RowLink, Two } from '../admin-kit/parts.tsx';
import { importTypes, stateTones, typeLabels } from './import-texts.ts';

const filters = {
  state: choice(
    'situacao',
    'Situação',
    [
      ['previewed', 'A aprovar'],
      ['processing', 'Em processamento'],
      ['completed', 'Concluídas'],
      ['failed', 'Sem sucesso'],
    ],
    { all: 'Todas', tabs: true },
  ),
  type: choice(
    'tipo',
    'Tipo',
    importTypes.map((type) => [type, typeLabels[type]] as const),
  ),
} as const;

const columns: readonly Column<ImportSummaryRecord>[] = [
  {
    name: 'file',
    label: 'Planilha',
    bare: true,
    cell: ({ import_id, filename, type_label }) => (
      <Two
        first={<RowLink to={adminPaths.importRun(import_id)}>{filename}</RowLink>}
        second={type_label}
      />
    ),
  },
  {
    name: 'state',
    label: 'Situação',
    cell: ({ state, state_label, progress }) => (
      <Two
        first={
          <span>
            <Chip tone={stateTones[state]}>{state_label}</Chip>
          </span>
        }
        second={state === 'processing' ? `${progress.percent}%` : null}
      />
    ),
  },
  {
    name: 'rows',
    label: 'Linhas',
    align: 'right',
    cell: ({ summary }) => (
      <Two
        first={formatCount(summary.total)}
        second={summary.invalid === 0 ? null : `${formatCount(summary.invalid)} com erro`}
      />
    ),
  },
  {
    name: 'created',
    label: 'Criados',
    align: 'right',
    cell: ({ created, skipped, state }) => (
      <Two
        first={formatCount(created)}
        second={
          skipped === 0
            ? null
            : countOf(
                skipped,
                state === 'completed' ? ['já existia', 'já existiam'] : ['já existe', 'já existem'],
              )
        }
      />
    ),
  },
  { name: 'who', label: 'Por', cell: ({ requested_by }) => requested_by?.name ?? '' },
  { name: 'when', label: 'Enviada', cell: ({ created_at }) => formatDateTime(created_at) },
];

const Begin = () => (
  <May permission="imports.create">
    <Button
      renderRoot={(props) => <Link to={adminPaths.newImport} {...props} />}
      leftSection={<UploadIcon size={18} />}
    >
      Nova importação
    </Button>
  </May>
);

/** Lists the imports, newest first. */
export function ImportsPage() {
  const list = useList({ filters });
  const imports = useRead(
    'listImports',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <ListPage
      title="Importação"
      caption="Importações"
      words={['planilha', 'planilhas']}
      actions={<Begin />}
      list={list}
      query={imports}
      columns={columns}
      keyOf={({ import_id }) => import_id}
      empty={
        <State icon={UploadIcon} title="Nenhuma planilha ainda" actions={<Begin />}>
          Traga de uma vez produtores, fornecedores, consultores, produtos, cotações ou propostas.
        </State>
      }
    />
  );
}
