import { Button } from '@mantine/core';
import type { FailedJob } from '@lavra/contract/admin/jobs';
import { useState } from 'react';
import { useChange, useRead } from '../../api/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../portal/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CheckCircleIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Filters, ListView } from '../admin-lists/list-view.tsx';
import { Act, Acts, Pairs, RowButton, SectionTabs, Two } from '../admin-lists/parts.tsx';
import { kept, useList } from '../admin-lists/use-list.ts';
import { failureTabs, jobName } from './failures-texts.ts';

const words = { situacao: ['failed', 'retried'] } as const;
const states = [['failed', 'Esperam por alguém'], ['retried', 'Tentadas de novo']] as const;

type Doing = { readonly what: 'look' | 'retry'; readonly job: FailedJob };

/** Tasks that were given up, and another try for them. */
export function JobsPage() {
  const state = useList({ sorts: [], first: { field: 'id', descending: true } as never, words }); // the service's own order, newest first
  const { situacao } = state.words;
  const list = useRead('listFailedJobs', { query: { page: state.page, per_page: 25, state: situacao } }, { keepPrevious: true, staleTime: 0 });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  return (
    <Page title="Tarefas que falharam" lead="O que o serviço tentou várias vezes e deixou.">
      <SectionTabs label="Falhas" tabs={failureTabs} />
      <Filters tabs={<Chips label="Situação" value={situacao} options={states} onChange={(next) => state.filter({ situacao: kept(next, 'failed') })} />} />
      <ListView
        list={list} caption="Tarefas" columns={useColumns(setDoing)} keyOf={({ id }) => id} state={state} onOpen={(job) => setDoing({ what: 'look', job })}
        empty={<State icon={CheckCircleIcon} title="Nada falhou">Quando uma tarefa é deixada depois da última tentativa, ela espera aqui por alguém.</State>}
      />
      {doing?.what === 'look' && <JobDialog job={doing.job} onClose={close} onRetry={() => setDoing({ what: 'retry', job: doing.job })} />}
      {doing?.what === 'retry' && <RetryDialog job={doing.job} onClose={close} />}
    </Page>
  );
}

function useColumns(act: (doing: Doing) => void): readonly Column<FailedJob>[] {
  const mayRetry = useMay('settings.edit');
  return [
    { name: 'name', label: 'Tarefa', bare: true, cell: (job) => <Two first={<RowButton onClick={() => act({ what: 'look', job })}>{jobName(job.name)}</RowButton>} second={job.name} /> },
    { name: 'failure', label: 'Último erro', cell: ({ failure }) => failure },
    { name: 'attempts', label: 'Tentativas', align: 'right', cell: ({ attempts }) => attempts },
    { name: 'failed', label: 'Quando', cell: ({ failed_at }) => formatDateTime(failed_at) },
    { name: 'acts', label: 'Ações', align: 'right', bare: true, cell: (job) => (job.state === 'failed' ? mayRetry && <Acts><Act label={`Tentar de novo: ${jobName(job.name)} nº ${job.id}`} onClick={() => act({ what: 'retry', job })}>Tentar de novo</Act></Acts> : <Chip tone="info">Tentada de novo</Chip>) },
  ];
}

function JobDialog({ job, onClose, onRetry }: { readonly job: FailedJob; readonly onClose: () => void; readonly onRetry: () => void }) {
  const mayRetry = useMay('settings.edit');
  return (
    <Dialog title={jobName(job.name)} onClose={onClose}>
      <Pairs
        pairs={[
          ['Tipo', <code key="name">{job.name}</code>], ['Tratava de', Object.entries(job.data).map(([name, number]) => `${name} ${number}`).join(', ') || 'nada'],
          ['Último erro', job.failure], ['Tentativas', job.attempts], ['Deixada em', formatDateTime(job.failed_at)],
          ['Tentada de novo', job.retried_at === null ? 'não' : `${formatDateTime(job.retried_at)}${job.retried_by === null ? '' : `, por ${job.retried_by.name}`}`],
        ]}
      />
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>Fechar</Button>
        {mayRetry && job.state === 'failed' && <Button onClick={onRetry}>Tentar de novo</Button>}
      </DialogActions>
    </Dialog>
  );
}

function RetryDialog({ job, onClose }: { readonly job: FailedJob; readonly onClose: () => void }) {
  const retry = useChange('retryFailedJob', { stale: ['listFailedJobs'] });
  return (
    <ConfirmDialog
      title="Tentar de novo?" action="Tentar de novo" onClose={onClose}
      body={<p><strong>{jobName(job.name)}</strong> volta à fila, uma vez. Se falhar outra vez, aparece aqui como outra tarefa.</p>}
      run={async () => {
        await retry.mutateAsync({ params: { id: String(job.id) } });
        toast('A tarefa voltou à fila.');
      }}
    />
  );
}
