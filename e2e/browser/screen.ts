import type { Page } from 'playwright-core';
import type { accounts } from './portals.ts';

/** A screen with the way to reach it. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The signed-in account; absent for pages before the login. */
  readonly as?: keyof typeof accounts;
  /** Runs before the screen is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** True to capture the whole page also when `prepare` ran. */
  readonly whole?: true;
}

/** Waits until a page has its heading and its data; where it has none, the error says what it shows. */
export async function untilLoaded(page: Page): Promise<void> {
  await page
    .locator('h1')
    .first()
    .waitFor()
    .catch(async (error: unknown) => {
      const shown = await page.evaluate(() => ({
        state: document.readyState,
        html: document.body.innerHTML.slice(0, 2_000),
      }));
      throw new Error(`${page.url()} has no heading: ${JSON.stringify(shown)}`, { cause: error });
    });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
