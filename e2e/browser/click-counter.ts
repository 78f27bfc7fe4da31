import type { Locator, Page } from 'playwright-core';

/**
 * A user whose clicks, taps and key presses are counted by the page itself, so that none is missed.
 */
export interface ClickCounter {
  /** Returns the mouse clicks and taps so far. */
  readonly clicks: () => number;
  /** Returns the presses of keys that write no text, such as Tab and Enter. */
  readonly keys: () => number;
  /** Returns the presses of keys that write text. */
  readonly letters: () => number;
  readonly click: (target: Locator) => Promise<void>;
  /**
   * Writes into a field and replaces its content: reached by Tab when it is one of the next stops,
   * else by a click.
   */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /**
   * Chooses an option of a native list. Counts two clicks, to open and to close the list, because a
   * headless browser does not show it.
   */
  readonly choose: (field: Locator, label: string) => Promise<void>;
  /** Picks files in the file dialog that a click opens; clicks in that dialog are not counted. */
  readonly pick: (
    target: Locator,
    file: { readonly name: string; readonly text: string },
  ) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Resets the counters. */
  readonly begin: () => void;
}

const FARTHEST_TAB = 3;

/** Starts counting on a page, from its next navigation on. */
export async function countClicks(page: Page): Promise<ClickCounter> {
  const counted = { pointerdown: 0, keydown: 0, letters: 0, lists: 0 };
  await page.exposeBinding('countPress', (_source, kind: 'pointerdown' | 'keydown' | 'letters') => {
    counted[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (event: Event): void => {
      const key = event instanceof KeyboardEvent ? event.key : '';
      if (event.isTrusted && key !== 'Shift' && key !== 'Control')
        // exposed above
        (globalThis as unknown as { countPress(kind: string): void }).countPress(
          key.length === 1 ? 'letters' : event.type,
        );
    };
    addEventListener('pointerdown', count, true);
    addEventListener('keydown', count, true);
  });
  const isIn = (field: Locator): Promise<boolean> =>
    field.evaluate((element) => element === document.activeElement);
  const reach = async (field: Locator): Promise<void> => {
    await field.waitFor();
    const before = await page.evaluateHandle(() => document.activeElement);
    const isNear = await before.evaluate(
      (from, { to, most }) => {
        const stops = [
          ...document.querySelectorAll<HTMLElement>(
            'a[href], button, input, select, textarea, [tabindex="0"]',
          ),
        ].filter((element) => element.tabIndex >= 0 && element.checkVisibility());
        const way = stops.indexOf(to as HTMLElement) - stops.indexOf(from as HTMLElement);
        return stops.includes(from as HTMLElement) && way >= 0 && way <= most;
      },
      { to: await field.elementHandle(), most: FARTHEST_TAB },
    );
    if (isNear)
      for (let tabs = 0; tabs < FARTHEST_TAB && !(await isIn(field)); tabs += 1)
        await page.keyboard.press('Tab');
    if (!(await isIn(field))) await field.click();
  };
  return {
    clicks: () => counted.pointerdown + counted.lists,
    keys: () => counted.keydown,
    letters: () => counted.letters,
    click: (target) => target.click(),
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    choose: async (field, label) => {
      counted.lists += 2;
      await field.selectOption({ label });
    },
    pick: async (target, { name, text }) => {
      const opened = page.waitForEvent('filechooser');
      await target.click();
      await (await opened).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    },
    begin: () => {
      Object.assign(counted, { pointerdown: 0, keydown: 0, letters: 0, lists: 0 });
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}
