import { createCallerQueue, type CallerQueue } from '../../platform/http/admission/caller-queue.ts';

/**
 * Creates the queue of those who save drafts: a supplier's saves run one at a time, since those of
 * one draft would wait for each other, and all of them together take at most half of the pool's
 * connections. A save that waits holds neither slot nor connection.
 */
export const createSaveQueue = (poolSize: number): CallerQueue =>
  createCallerQueue(
    { atOnce: Math.ceil(poolSize / 2), eachAtOnce: 1, each: 20, waiting: 128 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 1 },
  );
