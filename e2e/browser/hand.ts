import type { Locator, Page } from 'playwright-core';

/** Somebody at the screen: what they press is counted by the page itself, so that nothing is left out. */
export interface Hand {
  /** Presses of the mouse so far. */
  readonly clicks: () => number;
  /** Presses of keys that write nothing, such as Tab and Enter. */
  readonly keys: () => number;
  readonly click: (target: Locator) => Promise<void>;
  /** Writes into a field: by Tab where the next keys lead there, else by a click. What stood in it goes. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** One of a native list: the list opens with one click and closes with another, which a browser without a screen does not show. */
  readonly choose: (field: Locator, label: string) => Promise<void>;
  /** Picks files in the window that a click opens; that window is not ours to count. */
  readonly pick: (
    target: Locator,
    file: { readonly name: string; readonly text: string },
  ) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Counts from here. */
  readonly begin: () => void;
}

const FARTHEST_TAB = 3;

/** Counts on a page from its next address on. */
export async function handOn(page: Page): Promise<Hand> {
  const counted = { pointerdown: 0, keydown: 0, lists: 0 };
  await page.exposeBinding('countPress', (_source, kind: 'pointerdown' | 'keydown') => {
    counted[kind] += 1;
  });
  await page.addInitScript(() => {
    const tell = (event: Event): void => {
      const isWriting =
        event instanceof KeyboardEvent &&
        (event.key.length === 1 || event.key === 'Shift' || event.key === 'Control');
      if (event.isTrusted && !isWriting)
        (globalThis as unknown as { countPress(kind: string): void }).countPress(event.type); // exposed above
    };
    addEventListener('pointerdown', tell, true);
    addEventListener('keydown', tell, true);
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
      Object.assign(counted, { pointerdown: 0, keydown: 0, lists: 0 });
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}
