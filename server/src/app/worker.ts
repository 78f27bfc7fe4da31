import type { Logger } from '../platform/log/logger.ts';
import { startWorker as startLoops, type Worker } from '../platform/queue/worker.ts';
import type { Application } from './compose.ts';

/** Starts a worker for the application's jobs and listeners, and logs it. */
export async function startWorker(
  { platform, work }: Application,
  { databaseUrl, logger, waitMs }: { databaseUrl: string; logger: Logger; waitMs: number },
): Promise<Worker> {
  const worker = await startLoops({ platform, work, databaseUrl, waitMs });
  logger.info({ jobs: work.jobs.map(({ name }) => name) }, 'worker running');
  return {
    stop: async () => {
      logger.info('worker stopping');
      await worker.stop();
      logger.info('worker stopped');
    },
  };
}
