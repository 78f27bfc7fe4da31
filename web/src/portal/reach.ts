import type { Watch } from '../api/client.ts';

/** Whether the service is within reach: the device is offline, or the service is down for a while. */
export type ReachState = 'reached' | 'offline' | 'maintenance';

export interface Reach {
  readonly get: () => ReachState;
  readonly report: Watch;
  /** Tells that what is shown was kept on this device since then. */
  readonly showKept: (at: Date) => void;
  /** Since when what is shown may have changed: the last answer, or the oldest of what was kept; undefined when nothing came yet. */
  readonly dataFrom: () => Date | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const FIRST_ASK = 1_000;
const ASK_EVERY = 10_000;
/** Reached for so long, it counts as well. */
const SETTLED = 30_000;

/**
 * Keeps what the last answer said. While the service is out of reach, asks `isReady` after one second, so that one lost
 * answer disturbs nobody for long, then ever more seldom, down to every ten seconds, and calls `onBack` when it is back.
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
      // Who says that it is ready and then does not answer is asked ever more seldom too.
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
      // An answer that was on its way when the connection went says nothing of now.
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

/** The service's own word on whether it can work. */
export async function askReady(): Promise<boolean> {
  try {
    return (await fetch('/health/ready', { signal: AbortSignal.timeout(5_000), cache: 'no-store' }))
      .ok;
  } catch {
    return false;
  }
}
