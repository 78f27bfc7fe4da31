import type { PgBoss } from 'pg-boss';
import { systemActor, type UnitOfWork } from '../db/command.ts';
import type { Platform } from '../platform.ts';
import { traced } from '../tracing/operations.ts';
import {
  claimEvent,
  countFailure,
  knownEvent,
  markDispatched,
  type ClaimedEvent,
} from './event-store.ts';
import { retryFailedJob } from './failed-jobs.ts';
import { failureLine } from '../text/failure-line.ts';
import type { NewJob, Work } from './job-kind.ts';
import { enqueue } from './queues.ts';

export interface Dispatcher {
  /**
   * Dispatches the oldest waiting event in a transaction of its own: listeners, jobs and the mark
   * that it is done commit together. Returns the kinds of the jobs created; undefined when no event
   * waits. A failed attempt counts.
   */
  next(options?: { readonly evenIfEarly?: boolean }): Promise<readonly string[] | undefined>;
}

const LATER = new Date('9999-12-31T00:00:00Z');

export function createDispatcher({
  platform,
  boss,
  work,
}: {
  platform: Platform;
  boss: PgBoss;
  work: Work;
}): Dispatcher {
  const known = new Set(work.jobs.map(({ name }) => name));
  const dispatch = async (uow: UnitOfWork, claimed: ClaimedEvent): Promise<NewJob[]> => {
    const event = knownEvent(claimed);
    const jobs: NewJob[] = work.jobs
      .filter(({ on }) => on === event.type)
      .map(({ name }) => ({ kind: name, data: event.data }));
    for (const listen of [retryFailedJob, ...work.listeners])
      jobs.push(...(await listen(uow, event)));
    const unknown = jobs.find(({ kind }) => !known.has(kind));
    if (unknown !== undefined) throw new Error(`no job is called ${unknown.kind}`);
    await enqueue(boss, uow.db, jobs, { cause: event.type, requestId: claimed.requestId });
    return jobs;
  };
  return {
    next: async ({ evenIfEarly = false } = {}) => {
      let claimed: ClaimedEvent | undefined;
      try {
        const kinds = await platform.command(systemActor, async (uow) => {
          const event = (claimed = await claimEvent(uow, evenIfEarly ? LATER : uow.now));
          if (event === undefined) return undefined;
          return traced(
            { kind: 'event', name: event.type, requestId: event.requestId },
            async () => {
              const jobs = await dispatch(uow, event);
              await markDispatched(uow, event);
              return [...new Set(jobs.map(({ kind }) => kind))];
            },
          );
        });
        if (claimed !== undefined)
          platform.logger.info({ ...fieldsOf(claimed), jobs: kinds }, 'event dispatched');
        return kinds;
      } catch (error) {
        if (claimed === undefined) throw error;
        await recordFailure(platform, claimed, error);
        return [];
      }
    },
  };
}

/**
 * The event's fields in log lines; the request id is the one that the gateway and the API logged.
 */
const fieldsOf = ({ id, type, requestId }: ClaimedEvent) => ({
  event: id,
  type,
  request_id: requestId,
});

/**
 * Counts the failed attempt. Throws when the database is unreachable: then the attempt does not
 * count.
 */
async function recordFailure(
  platform: Platform,
  event: ClaimedEvent,
  error: unknown,
): Promise<void> {
  const failure = failureLine(error);
  const givenUp = await platform.command(systemActor, (uow) => countFailure(uow, event, failure));
  platform.logger[givenUp ? 'error' : 'warn'](
    { err: error, ...fieldsOf(event) },
    givenUp ? 'event dispatch abandoned' : 'event dispatch failed',
  );
}
