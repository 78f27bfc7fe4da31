import type { Watch } from '../api/client.ts';

/**
 * The connectivity state: `offline` when the device has no connection, `maintenance` while the
 * service is down.
 */
export type ReachState = 'reached' | 'offline' | 'maintenance';

export interface Reach {
  readonly get: () => ReachState;
  readonly report: Watch;
  /** Reports that the data shown was stored on this device at `at`. */
  readonly showKept: (at: Date) => void;
  /**
   * Returns the time from which the data shown may be outdated: the last answer, or the oldest
   * stored answer in use; undefined when nothing was received yet.
   */
  readonly dataFrom: () => Date | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const FIRST_ASK = 1_000;
const ASK_EVERY = 10_000;
/**
 * After this long without a failure, in milliseconds, the polling interval starts again from the
 * shortest.
 */
const SETTLED = 30_000;

/**
 * Tracks connectivity from the outcome of each request. While the service is unreachable, polls
 * `isReady` after one second, so that a single lost response has no lasting effect, then at growing
 * intervals up to ten seconds. Calls `onBack` when the service is reachable again.
 */
export function createReach({
  isReady,
  onBack,
}: {
  isReady: () => Promise<boolean>;
  onBack: () => void;
}): Reach {
  let state: ReachState = navigator.onLine ? 'reached' : 'offline';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_ASK;
  let backAt = 0;
  let lastAnswer: Date | undefined;
  let oldestKept: Date | undefined;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const ask = async (): Promise<boolean> => {
    const ready = await isReady();
    if (ready) become('reached');
    return ready;
  };
  const askAgain = async (): Promise<void> => {
    if (!(await ask()) && state !== 'reached') keepAsking();
  };
  const keepAsking = (): void => {
    timer = setTimeout(() => {
      void askAgain();
    }, wait);
    wait = Math.min(wait * 2, ASK_EVERY);
  };
  const become = (next: ReachState): void => {
    if (next === state) return;
    const wasAway = state !== 'reached';
    state = next;
    if (next === 'reached') {
      clearTimeout(timer);
      oldestKept = undefined;
      backAt = Date.now();
    } else if (!wasAway) {
      // A service that reports ready and then fails again is also polled at growing intervals.
      if (Date.now() - backAt > SETTLED) wait = FIRST_ASK;
      keepAsking();
    }
    tell();
    if (wasAway && next === 'reached') onBack();
  };
  globalThis.addEventListener('online', () => {
    void ask();
  });
  globalThis.addEventListener('offline', () => become('offline'));
  if (state !== 'reached') keepAsking();
  return {
    get: () => state,
    report: (answer) => {
      // A response that was already on its way when the connection was lost says nothing about the
      // present.
      if (answer === 'answered') {
        lastAnswer = new Date();
        return navigator.onLine ? become('reached') : undefined;
      }
      return become(answer === 'maintenance' ? 'maintenance' : 'offline');
    },
    showKept: (at) => {
      if (oldestKept !== undefined && oldestKept <= at) return;
      oldestKept = at;
      tell();
    },
    dataFrom: () => oldestKept ?? lastAnswer,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Asks the service's readiness endpoint whether it can work. */
export async function askReady(): Promise<boolean> {
  try {
    return (await fetch('/health/ready', { signal: AbortSignal.timeout(5_000), cache: 'no-store' }))
      .ok;
  } catch {
    return false;
  }
}
