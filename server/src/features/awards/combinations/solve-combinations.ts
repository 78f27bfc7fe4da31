import { Worker } from 'node:worker_threads';
import type { Combinations } from '@lavra/contract/purchases/combinations';
import type { Actor, HttpRequest } from '../../../platform/auth/request.ts';
import { RuleError } from '../../../platform/errors.ts';
import { createCallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import { limitThread } from '../../../platform/thread-limit.ts';
import type { CombinationAnswer, CombinationQuestion } from './combine.ts';

const WORKER = new URL('./combination-worker.ts', import.meta.url);
const MEMORY_LIMIT_MB = 256;
/** Small, so that one collection moves little into the limited part at a time. */
const YOUNG_MEMORY_MB = 12;
/** Of the thread's own time. The solver ends by its own count of work long before. */
const TIME_LIMIT_MS = 30_000;
/** How often it is asked whether the client is still there. */
const LOOK_EVERY_MS = 250;

export interface CombinationSolver {
  /**
   * Returns the combinations of what is read when its turn comes. Throws `combinations_busy` when 20 wait already,
   * `combinations_busy_own` for a person's third at a time, `amounts_too_large`, and
   * `combinations_unfinished` when the thread dies, works for 30 s, or its client goes away: the portal
   * leaves its question with each change of a constraint. One whose client is gone by its turn is not
   * read.
   */
  solve(
    request: HttpRequest<Actor>,
    read: () => Promise<CombinationQuestion>,
  ): Promise<Combinations['data']>;
  /** Ends the thread; what it is solving fails. */
  close(): Promise<void>;
}

/**
 * Creates the solver of combinations: one at a time, in a thread of its own that starts with the
 * first one and stays. Tests pass another worker and time limit.
 */
export function createCombinationSolver({
  worker: file = WORKER,
  timeLimitMs = TIME_LIMIT_MS,
} = {}): CombinationSolver {
  const queue = createCallerQueue(
    { atOnce: 1, each: 2, waiting: 20 },
    { own: 'combinations_busy_own', all: 'combinations_busy', retryAfter: 5 },
  );
  let idle: Worker | undefined;
  let busy: Worker | undefined;

  const startWorker = (): Worker => {
    const started = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
      },
    });
    // A thread that ends while it is idle is replaced by the next question's.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (idle === started) idle = undefined;
    });
    return started;
  };

  const ask = async (
    question: CombinationQuestion,
    isGone: () => boolean,
  ): Promise<CombinationAnswer> => {
    const worker = idle ?? startWorker();
    [idle, busy] = [undefined, worker];
    worker.ref();
    try {
      const answer = await answerOf(worker, question, { timeLimitMs, isGone });
      worker.unref();
      idle = worker;
      return answer;
    } catch (error) {
      await worker.terminate();
      throw new RuleError('combinations_unfinished', { retry_after: 30 }, { cause: error });
    } finally {
      busy = undefined;
    }
  };

  return {
    solve: (request, read) =>
      queue(request, async () => {
        // The answer would not be read: those who wait behind it come first.
        if (request.isGone()) throw new RuleError('combinations_busy', { retry_after: 5 });
        const answer = await ask(await read(), request.isGone);
        if (!answer.ok) throw new RuleError(answer.reason);
        return answer.points;
      }),
    async close() {
      await Promise.all([idle?.terminate(), busy?.terminate()]);
    },
  };
}

/** Rejects when the thread fails, ends, or does not answer in time, and when its client goes away. */
function answerOf(
  worker: Worker,
  question: CombinationQuestion,
  { timeLimitMs, isGone }: { readonly timeLimitMs: number; readonly isGone: () => boolean },
): Promise<CombinationAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CombinationAnswer>();
  const fail = (error: unknown): void => reject(new Error('the thread failed', { cause: error }));
  const end = (code: number): void => reject(new Error(`the thread ended with code ${code}`));
  const stopWatching = limitThread(worker, timeLimitMs, () =>
    reject(new Error(`no combinations within ${timeLimitMs} ms`)),
  );
  const look = setInterval(() => {
    if (isGone()) reject(new Error('the client of the combinations is gone'));
  }, LOOK_EVERY_MS);
  // In watch mode Node reports the thread's imports as messages of the same port.
  const take = (message: CombinationAnswer | object): void => {
    if ('ok' in message) resolve(message);
  };
  worker.on('message', take).once('error', fail).once('exit', end);
  worker.postMessage(question, []);
  return promise.finally(() => {
    stopWatching();
    clearInterval(look);
    worker.off('message', take).off('error', fail).off('exit', end);
  });
}
