import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the condition is true; fails after half a minute. Conditions in a page that need an
 * `await` go through `page.evaluate` here: `page.waitForFunction` does not await its function, so
 * any promise counts as true there.
 */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await isSo()) return;
    await sleep(200);
  }
  throw new Error('it did not come to pass');
}
