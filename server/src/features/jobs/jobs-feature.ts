import * as endpoints from '@lavra/contract/admin/jobs';
import type { FailedJob } from '@lavra/contract/admin/jobs';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { markRetried } from '../../platform/queue/failed-jobs.ts';
import { findFailedJob, listFailedJobs } from './job-queries.ts';

/**
 * Creates the administration of jobs that were given up: their names and failures, and their
 * retries.
 */
export function createJobs({ platform: { db, command } }: { platform: Platform }) {
  /**
   * Marks the row as retried; the worker creates the job anew from the event. Throws `job_retried`
   * when another administrator was faster.
   */
  const retry = (caller: AdminCaller, { id, name }: FailedJob): Promise<FailedJob> =>
    command(caller, async (uow) => {
      if ((await markRetried(uow, { id }, caller.userId)) === 0) throw new RuleError('job_retried');
      uow.event({ type: 'job.retried', data: { job_id: id } });
      uow.audit({
        action: 'status_changed',
        resourceType: 'failed_job',
        resourceId: id,
        oldValues: { state: 'failed' },
        newValues: { state: 'retried', name },
      });
      const job = await findFailedJob(uow.db, id);
      if (job === undefined) throw new RuleError('job_not_found');
      return job;
    });
  const load = ({ id }: { readonly id: string }): Promise<FailedJob | undefined> =>
    findFailedJob(db, Number(id));
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.listFailedJobs, {
        reads: 'replica',
        handle: ({ query, db }) => listFailedJobs(db, query),
      });
      mount(endpoints.getFailedJob, { load, handle: async ({ subject }) => subject });
      mount(endpoints.retryFailedJob, {
        load,
        handle: ({ caller, subject }) => retry(caller, subject),
      });
    },
  };
}
