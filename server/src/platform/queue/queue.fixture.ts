import { after } from 'node:test';
import type { EventEntry } from '../db/records.ts';
import { systemActor } from '../db/command.ts';
import type { TestService } from '../../../test/service.ts';
import type { EventListener, JobContext, JobKind, Work } from './job-kind.ts';
import { openWorkerRuntime, type WorkerRuntime } from './worker-runtime.ts';

export type Ids = Readonly<Record<string, number>>;

/** A kind of job that records its runs, and behaves as the test says. */
export interface ProbeKind extends JobKind<Ids> {
  readonly runs: { readonly data: Ids; readonly attempt: number; readonly isLast: boolean }[];
}

export function probeKind(
  name: string,
  does: (data: Ids, context: JobContext) => Promise<void> = () => Promise.resolve(),
  patience: Partial<JobKind> = {},
): ProbeKind {
  const runs: ProbeKind['runs'] = [];
  return {
    name,
    retries: 2,
    backoffSeconds: 1,
    timeoutSeconds: 30,
    ...patience,
    runs,
    run: async (data, context) => {
      runs.push({ data, attempt: context.attempt, isLast: context.isLast });
      await does(data, context);
    },
  };
}

/** Creates jobs of these kinds for each event of a type. */
export const onEvent =
  (type: string, ...kinds: readonly string[]): EventListener =>
  (_uow, event) =>
    Promise.resolve(event.type === type ? kinds.map((kind) => ({ kind, data: event.data })) : []);

/** Opens a worker's parts over a test's service, and closes them after the tests. */
export async function runtimeOf(service: TestService, work: Work): Promise<WorkerRuntime> {
  const runtime = await openWorkerRuntime({
    platform: service.app.platform,
    work,
    databaseUrl: service.databaseUrl,
    waitMs: 60_000,
  });
  after(() => runtime.close());
  return runtime;
}

/** Writes an event as a request would. */
export const storeEvent = ({ app: { platform } }: TestService, event: EventEntry): Promise<void> =>
  platform.command(systemActor, async (uow) => uow.event(event));

/** Returns the state of the events in a test's database. */
export const eventsOf = ({ db }: TestService) =>
  db.q
    .selectFrom('events')
    .select(['id', 'type', 'data', 'attempts', 'failure', 'dispatched_at', 'failed_at'])
    .orderBy('id')
    .execute();

export const failedJobsOf = ({ db }: TestService) =>
  db.q.selectFrom('failed_jobs').selectAll().orderBy('id').execute();
