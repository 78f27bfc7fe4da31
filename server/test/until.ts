import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough that no busy machine decides a test, in ms. */
const LONGEST = 120_000;
const BETWEEN = 20;
/** Tests may replace the one of `performance`. */
const now = performance.now.bind(performance);

/** Waits until a condition holds; fails after two minutes, naming what it waited for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = now() + LONGEST; !(await holds()); await sleep(BETWEEN))
    assert.ok(now() < end, `in vain for two minutes: ${what}`);
}
