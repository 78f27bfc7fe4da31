import { setImmediate as nextLoopRun, setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../../log/logger.ts';

/**
 * Counters in Redis shared by all processes; a process that cannot reach it in time counts by
 * itself meanwhile.
 */
export interface SharedCounters {
  readonly redis: Redis;
  /**
   * Returns the result of `query`, or undefined when Redis is unreachable, slow, or was so a moment
   * ago.
   */
  attempt<T>(query: () => Promise<T>): Promise<T | undefined>;
  close(): void;
}

/** What requests bear of a Redis that does not reply, in ms. */
export interface RedisPatience {
  /** How long a request may wait for it. */
  readonly longestWait: number;
  /** For how long requests skip it after one has timed out. */
  readonly retryPause: number;
}

const USUAL_PATIENCE: RedisPatience = { longestWait: 50, retryPause: 1_000 };

/**
 * Connects in the background, and again after each loss. Logs once when Redis fails, and once when
 * it is back.
 */
export async function connectSharedCounters(
  url: string,
  logger: Logger,
  { longestWait, retryPause }: RedisPatience = USUAL_PATIENCE,
): Promise<SharedCounters> {
  // Loaded where a Redis is configured: some 5 MB.
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    connectTimeout: 2_000,
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    // A replica, after a fail-over: by now the name resolves to another server.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let failing = false;
  let pausedUntil = 0;
  const reportFailure = (error: unknown): void => {
    if (!failing)
      logger.warn({ err: error }, 'redis unreachable, each process counts requests by itself');
    failing = true;
  };
  redis.on('error', reportFailure);
  return {
    redis,
    async attempt(query) {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return undefined;
      try {
        const reply = await Promise.race([query(), timeout(longestWait)]);
        if (failing) logger.info('redis reachable again, requests counted together');
        failing = false;
        return reply;
      } catch (error) {
        pausedUntil = performance.now() + retryPause;
        reportFailure(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}

async function timeout(milliseconds: number): Promise<never> {
  await wait(milliseconds, undefined, { ref: false });
  await nextLoopRun(); // a reply that only waited for this process to be free is not late
  throw new Error(`no reply within ${milliseconds} ms`);
}
