import type { Worker } from 'node:worker_threads';

/** The caller waits for a minute at most (the gateway), which is four times the shortest limit. */
const PATIENCE = 4;

/**
 * Calls `end` once a thread has worked for `limitMs` from now on, in its own processor time: where
 * other work fills the processors, what would have been done is not ended. A thread that waits, or
 * gets no processor, is ended after four times as long. Returns what ends the watch.
 */
export function limitThread(
  thread: Pick<Worker, 'cpuUsage'>,
  limitMs: number,
  end: () => void,
): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const last = setTimeout(end, PATIENCE * limitMs);
  const before = workedFor(thread);
  const look = async (): Promise<void> => {
    const left = limitMs - ((await workedFor(thread)) - (await before));
    if (isOver) return;
    if (left <= 0) return end();
    timer = setTimeout(() => void look(), left);
  };
  timer = setTimeout(() => void look(), limitMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(last);
  };
}

/** Returns how long a thread has worked, in ms; 0 for one that has only just been started. */
const workedFor = async (thread: Pick<Worker, 'cpuUsage'>): Promise<number> => {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1_000;
};
