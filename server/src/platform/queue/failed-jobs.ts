import type { UnitOfWork } from '../db/command.ts';
import type { StoredEvent, NewJob } from './job-kind.ts';

/** The name under which an event is listed that could not be told on. */
export const FAN_OUT = 'event.fan_out';

export interface FailedJob {
  readonly name: string;
  readonly data: Readonly<Record<string, number>>;
  /** A line made by `failureLine`. */
  readonly failure: string;
  readonly attempts: number;
  /** The type of the event it came from. */
  readonly cause: string;
}

/** Keeps a job that was given up, and tells the administrators; but not that telling them failed. */
export async function keepFailedJob(
  uow: UnitOfWork,
  { name, data, failure, attempts, cause }: FailedJob,
): Promise<void> {
  const { id } = await uow.db.q
    .insertInto('failed_jobs')
    .values({ name, data: JSON.stringify(data), failure, attempts, failed_at: uow.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (cause !== 'job.failed') uow.event({ type: 'job.failed', data: { job_id: id } });
}

/** Makes a failed job anew that somebody asked for again; an event is opened again instead. */
export async function retryFailedJob(
  uow: UnitOfWork,
  event: StoredEvent,
): Promise<readonly NewJob[]> {
  if (event.type !== 'job.retried') return [];
  const { name, data } = await uow.db.q
    .selectFrom('failed_jobs')
    .select(['name', 'data'])
    .where('id', '=', event.data['job_id'] ?? 0)
    .executeTakeFirstOrThrow();
  const ids = data as Readonly<Record<string, number>>; // as `keepFailedJob` wrote it
  if (name !== FAN_OUT) return [{ kind: name, data: ids }];
  await uow.db.q
    .updateTable('events')
    .set({ failed_at: null, failure: null, attempts: 0, retry_at: null })
    .where('id', '=', ids['event_id'] ?? 0)
    .where('failed_at', 'is not', null)
    .execute();
  return [];
}
