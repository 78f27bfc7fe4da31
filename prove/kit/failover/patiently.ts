import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 120_000;

/** Asks again while the cluster has no primary. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + LONGEST_MS; ; await sleep(100)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
