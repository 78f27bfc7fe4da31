import { sql } from 'kysely';
import type { UnitOfWork } from '../db/command.ts';
import type { StoredEvent, NewJob } from './job-kind.ts';

/** The name under which an event that could not be dispatched is listed. */
export const FAN_OUT = 'event.fan_out';

export interface FailedJob {
  readonly name: string;
  readonly data: Readonly<Record<string, number>>;
  /** A line made by `failureLine`. */
  readonly failure: string;
  readonly attempts: number;
  /** The type of the event the job came from. */
  readonly cause: string;
}

/**
 * Stores a job that was given up, and notifies the administrators; a failure of that notification
 * itself is not notified.
 */
export async function storeFailedJob(
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

/**
 * Marks failed jobs as retried by an administrator: one by its id, or those of a name whose data
 * contain these. Returns how many were not marked before.
 */
export async function markRetried(
  { db, now }: UnitOfWork,
  which: { readonly id: number } | Pick<FailedJob, 'name' | 'data'>,
  userId: number,
): Promise<number> {
  const update = db.q
    .updateTable('failed_jobs')
    .set({ retried_at: now, retried_by: userId })
    .where('retried_at', 'is', null);
  const marked = await (
    'id' in which
      ? update.where('id', '=', which.id)
      : update
          .where('name', '=', which.name)
          .where(sql<boolean>`data @> ${JSON.stringify(which.data)}::jsonb`)
  ).executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/**
 * Returns the new job for a failed one that an administrator retries; an event is reopened instead.
 */
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
  const ids = data as Readonly<Record<string, number>>; // as `storeFailedJob` stored it
  if (name !== FAN_OUT) return [{ kind: name, data: ids }];
  await uow.db.q
    .updateTable('events')
    .set({ failed_at: null, failure: null, attempts: 0, retry_at: null })
    .where('id', '=', ids['event_id'] ?? 0)
    .where('failed_at', 'is not', null)
    .execute();
  return [];
}
