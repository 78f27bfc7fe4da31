import type { Watch } from '../api/client.ts';

/**
 * The connectivity state: `offline` when the device has no connection, `maintenance` while the
 * service is down.
 */
export type ConnectivityState = 'online' | 'offline' | 'maintenance';

export interface Connectivity {
  readonly get: () => ConnectivityState;
  readonly report: Watch;
  /** Reports that the data shown was stored on this device at `at`. */
  readonly showStored: (at: Date) => void;
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
 * intervals up to ten seconds. Calls `onBack` when the service is reachable again, at such intervals
 * too.
 */
export function createConnectivity({
  isReady,
  onBack,
}: {
  isReady: () => Promise<boolean>;
  onBack: () => void;
}): Connectivity {
  let state: ConnectivityState = navigator.onLine ? 'online' : 'offline';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_ASK;
  let backAt = 0;
  let lastAnswer: Date | undefined;
  let oldestStored: Date | undefined;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const back = atIntervals(onBack, () => wait);
  const ask = async (): Promise<boolean> => {
    const ready = await isReady();
    if (ready && setState('online')) back.now();
    return ready;
  };
  const askAgain = async (): Promise<void> => {
    if (!(await ask()) && state !== 'online') keepAsking();
  };
  const keepAsking = (): void => {
    timer = setTimeout(() => {
      void askAgain();
    }, wait);
    wait = Math.min(wait * 2, ASK_EVERY);
  };
  /** Returns true when the service is reachable again. */
  const setState = (next: ConnectivityState): boolean => {
    if (next === state) return false;
    const wasAway = state !== 'online';
    state = next;
    if (next === 'online') {
      clearTimeout(timer);
      oldestStored = undefined;
      backAt = Date.now();
    } else if (!wasAway) {
      // A service that reports ready and then fails again is also polled at growing intervals.
      if (Date.now() - backAt > SETTLED) wait = FIRST_ASK;
      keepAsking();
    }
    notify();
    return wasAway && next === 'online';
  };
  globalThis.addEventListener('online', () => {
    void ask();
  });
  globalThis.addEventListener('offline', () => {
    setState('offline');
  });
  if (state !== 'online') keepAsking();
  return {
    get: () => state,
    report: (answer) => {
      // A response that was already on its way when the connection was lost says nothing about the
      // present.
      if (answer === 'answered') {
        lastAnswer = new Date();
        if (navigator.onLine && setState('online')) back.whenDue();
      } else setState(answer === 'maintenance' ? 'maintenance' : 'offline');
    },
    showStored: (at) => {
      if (oldestStored !== undefined && oldestStored <= at) return;
      oldestStored = at;
      notify();
    },
    dataFrom: () => oldestStored ?? lastAnswer,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns how a call is made now, or when an interval since the last one is over: where one request
 * is answered and another never is, each answer would call for all of them again.
 */
function atIntervals(call: () => void, interval: () => number) {
  let calledAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    calledAt = Date.now();
    call();
  };
  return {
    now,
    whenDue: () => {
      const due = calledAt + interval() - Date.now();
      if (due <= 0) now();
      else timer ??= setTimeout(now, due);
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
