import { createCallerQueue, type CallerQueue } from './caller-queue.ts';

/**
 * Creates the queue of requests that search many rows. `poolSize` is the number of connections that
 * all requests share. A list reads its page and counts its rows on two of them; all searches together
 * take about half, so that connections are left for all other requests.
 */
export const createSearchQueue = (poolSize: number): CallerQueue =>
  createCallerQueue(
    { atOnce: Math.ceil(poolSize / 4), eachAtOnce: 1, each: 16, waiting: 128 },
    { own: 'overloaded', all: 'overloaded', retryAfter: 1, onlyReads: true },
  );
