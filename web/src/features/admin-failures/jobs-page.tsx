import { Button } from '@mantine/core';
import type { FailedJob } from '@lavra/contract/admin/jobs';
import { useState } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FactsDialog } from '../admin-kit/facts-dialog.tsx';
import { choice } from '../admin-kit/filters.ts';
import { ListPage } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import { Act, Acts, RowButton, SectionTabs, Two } from '../admin-kit/parts.tsx';
import type { Fact } from '../admin-kit/record.tsx';
import { failureTabs, jobName, jobNames } from './failures-texts.ts';

const filters = {
  state: choice('situacao', 'Situação', [['retried', 'Tentadas de novo']], {
    all: 'Esperam por alguém',
    tabs: true,
  }),
  name: choice('tarefa', 'Tarefa', jobNames, { all: 'Todas' }),
} as const;

type Doing = { readonly what: 'look' | 'retry'; readonly job: FailedJob };

/** Lists failed jobs, and retries them. */
export function JobsPage() {
  const list = useList({ filters });
  const jobs = useRead(
    'listFailedJobs',
    { query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <ListPage
      title="Tarefas que falharam"
      caption="Tarefas"
      words={['tarefa', 'tarefas']}
      lead="O que o serviço tentou várias vezes e deixou."
      above={<SectionTabs label="Falhas" tabs={failureTabs} />}
      list={list}
      query={jobs}
      columns={[nameColumn(setDoing), ...columns, actionsColumn(setDoing)]}
      keyOf={({ id }) => id}
      empty={
        <State icon={CheckCircleIcon} title="Nada falhou">
          Quando uma tarefa é deixada depois da última tentativa, ela espera aqui por alguém.
        </State>
      }
    >
      {doing?.what === 'look' && (
        <JobDialog
          job={doing.job}
          onClose={close}
          onRetry={() => setDoing({ what: 'retry', job: doing.job })}
        />
      )}
      {doing?.what === 'retry' && <RetryDialog job={doing.job} onClose={close} />}
    </ListPage>
  );
}

type Do = (doing: Doing) => void;

const nameColumn = (act: Do): Column<FailedJob> => ({
  name: 'name',
  label: 'Tarefa',
  bare: true,
  cell: (job) => (
    <Two
      first={<RowButton onClick={() => act({ what: 'look', job })}>{jobName(job.name)}</RowButton>}
      second={job.name}
    />
  ),
});

/** How a job failed, and when. */
const columns: readonly Column<FailedJob>[] = [
  { name: 'failure', label: 'Último erro', cell: ({ failure }) => failure },
  { name: 'attempts', label: 'Tentativas', align: 'right', cell: ({ attempts }) => attempts },
  { name: 'failed', label: 'Quando', cell: ({ failed_at }) => formatDateTime(failed_at) },
];

/** Retries a failed job, or says that it was retried. */
function Actions({ job, act }: { readonly job: FailedJob; readonly act: Do }) {
  const mayRetry = useMay('settings.edit');
  if (job.state !== 'failed') return <Chip tone="info">Tentada de novo</Chip>;
  return (
    mayRetry && (
      <Acts>
        <Act
          label={`Tentar de novo: ${jobName(job.name)} nº ${job.id}`}
          onClick={() => act({ what: 'retry', job })}
        >
          Tentar de novo
        </Act>
      </Acts>
    )
  );
}

const actionsColumn = (act: Do): Column<FailedJob> => ({
  name: 'acts',
  label: 'Ações',
  align: 'right',
  bare: true,
  cell: (job) => <Actions job={job} act={act} />,
});

function JobDialog({
  job,
  onClose,
  onRetry,
}: {
  readonly job: FailedJob;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}) {
  const mayRetry = useMay('settings.edit');
  return (
    <FactsDialog
      title={jobName(job.name)}
      onClose={onClose}
      actions={
        mayRetry && job.state === 'failed' && <Button onClick={onRetry}>Tentar de novo</Button>
      }
      facts={factsOf(job)}
    />
  );
}

const factsOf = (job: FailedJob): readonly Fact[] => [
  { label: 'Tipo', value: <code>{job.name}</code> },
  {
    label: 'Tratava de',
    value:
      Object.entries(job.data)
        .map(([name, number]) => `${name} ${number}`)
        .join(', ') || 'nada',
  },
  { label: 'Último erro', value: job.failure, wide: true },
  { label: 'Tentativas', value: job.attempts },
  { label: 'Deixada em', value: formatDateTime(job.failed_at) },
  {
    label: 'Tentada de novo',
    value:
      job.retried_at === null
        ? 'não'
        : `${formatDateTime(job.retried_at)}${job.retried_by === null ? '' : `, por ${job.retried_by.name}`}`,
  },
];

function RetryDialog({ job, onClose }: { readonly job: FailedJob; readonly onClose: () => void }) {
  const retry = useChange('retryFailedJob');
  return (
    <ConfirmDialog
      title="Tentar de novo?"
      action="Tentar de novo"
      onClose={onClose}
      body={
        <p>
          <strong>{jobName(job.name)}</strong> volta à fila, uma vez. Se falhar outra vez, aparece
          aqui como outra tarefa.
        </p>
      }
      run={async () => {
        await retry.mutateAsync({ params: { id: String(job.id) } });
        toast('A tarefa voltou à fila.');
      }}
    />
  );
}
