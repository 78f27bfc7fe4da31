import type { FailedJob } from '@lavra/contract/admin/jobs';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { markRetried } from '../../platform/queue/failed-jobs.ts';
import { findFailedJob } from './job-queries.ts';

/**
 * Marks the row as retried; the worker creates the job anew from the event. Throws `job_retried`
 * when another administrator was faster.
 */
export const retryFailedJob = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { id, name }: FailedJob,
): Promise<FailedJob> =>
  command(request, async (uow) => {
    if ((await markRetried(uow, { id }, request.caller.userId)) === 0)
      throw new RuleError('job_retried');
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
