import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  id,
  nullable,
  object,
  oneOf,
  pageOf,
  adminPageQuery,
  text,
  timestamp,
} from '../kit/schema.ts';

const tag = 'Tarefas';

/**
 * `failed`: given up, waits for an administrator. `retried`: an administrator requeued it; if it
 * fails again, it becomes another failed job.
 */
const failedJobStates = ['failed', 'retried'] as const;

/** A job that was given up after its last attempt. */
export const FailedJob = object(
  {
    id: id(),
    name: Type.String({
      examples: ['import.process'],
      description: 'O tipo da tarefa; `event.fan_out` é um acontecimento que não pôde ser contado',
    }),
    data: Type.Record(Type.String(), Type.Integer(), {
      examples: [{ import_id: 7 }],
      description: 'Os números do que a tarefa tratava',
    }),
    failure: Type.String({
      examples: ['passou de 60 s'],
      description: 'O último erro, em uma linha, sem segredos nem dados pessoais',
    }),
    attempts: count(),
    state: oneOf(failedJobStates),
    failed_at: timestamp(),
    retried_at: nullable(timestamp()),
    retried_by: nullable(
      object(
        { id: id(), name: Type.String({ examples: ['Conta de demonstração'] }) },
        { title: 'JobRetrier' },
      ),
    ),
  },
  { title: 'FailedJob' },
);
export type FailedJob = Static<typeof FailedJob>;

const FailedJobPage = pageOf(FailedJob, 'FailedJobPage');

const params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) });

export const listFailedJobs = endpoint({
  id: 'listFailedJobs',
  method: 'GET',
  path: '/api/v1/admin/jobs',
  tag,
  origin: 'own',
  access: { profiles: ['admin'], permission: 'logs.view' },
  summary: 'Tarefas que falharam',
  description: 'Da mais nova à mais antiga. Sem `state`, as que esperam por alguém.',
  query: object({
    state: Type.Optional(oneOf(failedJobStates)),
    name: Type.Optional(text(100, { examples: ['import.process'] })),
    ...adminPageQuery,
  }),
  reads: ['failed_jobs'],
  reply: FailedJobPage,
});

export const getFailedJob = endpoint({
  id: 'getFailedJob',
  method: 'GET',
  path: '/api/v1/admin/jobs/:id',
  tag,
  origin: 'own',
  access: { profiles: ['admin'], permission: 'logs.view' },
  subject: 'job',
  summary: 'Uma tarefa que falhou',
  params,
  reply: FailedJob,
});

export const retryFailedJob = endpoint({
  id: 'retryFailedJob',
  method: 'POST',
  path: '/api/v1/admin/jobs/:id/retry',
  tag,
  origin: 'own',
  access: { profiles: ['admin'], permission: 'settings.edit' },
  subject: 'job',
  errors: [422],
  summary: 'Tentar de novo',
  description: 'Devolve a tarefa à fila, uma vez; se falhar outra vez, aparece como outra.',
  params,
  outdates: ['failed_jobs'],
  reply: FailedJob,
});

export const jobEndpoints = [listFailedJobs, getFailedJob, retryFailedJob];
