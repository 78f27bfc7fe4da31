import { createCallerQueue, type CallerQueue } from '../../platform/http/admission/caller-queue.ts';

/** What admits the work on files, which is expensive. */
export interface ImportQueues {
  /** Files being read and validated. */
  readonly reading: CallerQueue;
  /** Previews being validated again with their corrections. */
  readonly validating: CallerQueue;
}

const refusals = { own: 'sheets_busy_own', all: 'sheets_busy', retryAfter: 5 } as const;

/** Creates the queues of the files that administrators import. */
export const createImportQueues = (): ImportQueues => ({
  reading: createCallerQueue({ atOnce: 2, each: 2, waiting: 8 }, refusals),
  validating: createCallerQueue({ atOnce: 1, each: 2, waiting: 8 }, refusals),
});
