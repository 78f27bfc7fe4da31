import { setTimeout as sleep } from 'node:timers/promises';

/** How long a step of a story may take, in ms: for what hangs, not for what is slow. */
export const PATIENCE_MS = 120_000;

/** Tests may replace the one of `performance`. */
const now = performance.now.bind(performance);

/**
 * Polls until a condition is true, and returns what it returned. After `patienceMs` it fails, names
 * what it waited for, and adds what `seen` returns then, a log for example. Conditions in a page that
 * need an `await` go through `page.evaluate` here: `page.waitForFunction` does not await its
 * function, so any promise counts as true there.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  seen: () => string = () => '',
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = now() + patienceMs; ; await sleep(20)) {
    const met = await condition();
    // what is false, null or undefined goes on waiting
    if (met !== false && met !== null && met !== undefined)
      return met as Exclude<T, false | null | undefined>;
    if (now() > end) throw new Error(`in vain for ${patienceMs / 1_000} s: ${what}\n${seen()}`);
  }
}
