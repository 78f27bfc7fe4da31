import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from '../log/logger.ts';

/**
 * Counters in Redis shared by all processes; a process that cannot reach it in time counts by
 * itself meanwhile.
 */
export interface SharedCount {
  readonly redis: Redis;
  /**
   * Returns the result of `ask`, or undefined when Redis is unreachable, slow, or was so a moment
   * ago.
   */
  tried<T>(ask: () => Promise<T>): Promise<T | undefined>;
  close(): void;
}

/**
 * How long a request may wait for Redis, and for how long requests skip it after one has timed out,
 * in ms.
 */
const LONGEST_WAIT = 50;
const PAUSE = 1_000;

/**
 * Connects in the background, and again after each loss. Logs once when Redis fails, and once when
 * it is back.
 */
export function connectSharedCount(url: string, logger: Logger): SharedCount {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    // A replica, after a fail-over: by now the name resolves to another server.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let troubled = false;
  let pausedUntil = 0;
  const tellTrouble = (error: unknown): void => {
    if (!troubled)
      logger.warn(
        { err: error },
        'Redis cannot be reached in time: each process counts requests by itself meanwhile',
      );
    troubled = true;
  };
  redis.on('error', tellTrouble);
  return {
    redis,
    async tried(ask) {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return undefined;
      try {
        const answer = await Promise.race([ask(), tooLate()]);
        if (troubled) logger.info('Redis answers again: requests are counted together');
        troubled = false;
        return answer;
      } catch (error) {
        pausedUntil = performance.now() + PAUSE;
        tellTrouble(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}

async function tooLate(): Promise<never> {
  await wait(LONGEST_WAIT, undefined, { ref: false });
  await turn(); // a reply that only waited for this process to be free is not late
  throw new Error(`no answer within ${LONGEST_WAIT} ms`);
}
