import { createCallerQueue, type CallerQueue } from '../../platform/http/admission/caller-queue.ts';

/** The queues of those who save drafts, who read quote sheets, and who list many proposals. */
export interface ProposalQueues {
  readonly saving: CallerQueue;
  readonly reading: CallerQueue;
  readonly listing: CallerQueue;
}

/**
 * Creates the queues, all that this feature holds between two requests. `poolSize` is the number of
 * connections that all requests share.
 */
export const createProposalQueues = (poolSize: number): ProposalQueues => ({
  // A supplier's saves run one at a time, since those of one draft would wait for each other, and all
  // of them together take at most half of the pool's connections. A save that waits holds neither
  // slot nor connection.
  saving: createCallerQueue(
    { atOnce: Math.ceil(poolSize / 2), eachAtOnce: 1, each: 20, waiting: 128 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 1 },
  ),
  // A hostile workbook may hold its place for as long as the reading process may run: one of each.
  reading: createCallerQueue(
    { atOnce: 2, eachAtOnce: 1, each: 2, waiting: 20 },
    { own: 'sheets_busy_own', all: 'sheets_busy', retryAfter: 2 },
  ),
  // Two large lists at a time, so that many readers do not fill the memory.
  listing: createCallerQueue(
    { atOnce: 2, each: 4, waiting: 20 },
    { own: 'proposals_busy_own', all: 'proposals_busy', retryAfter: 2, onlyReads: true },
  ),
});
