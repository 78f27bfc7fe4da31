import * as endpoints from '@lavra/contract/admin/jobs';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFailedJob, listFailedJobs } from './job-queries.ts';
import { retryFailedJob } from './job-retry.ts';

/**
 * Creates the administration of jobs that were given up: their names and failures, and their
 * retries.
 */
export function createJobs({ platform }: { platform: Platform }) {
  const load = ({ id }: { readonly id: string }) => findFailedJob(platform.db, Number(id));
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.listFailedJobs, {
        reads: 'replica',
        handle: ({ query, db }) => listFailedJobs(db, query),
      });
      mount(endpoints.getFailedJob, { load, handle: async ({ subject }) => subject });
      mount(endpoints.retryFailedJob, {
        load,
        handle: ({ request, subject }) => retryFailedJob(platform, request, subject),
      });
    },
  };
}
