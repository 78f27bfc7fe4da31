import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../server/test/until.ts';

/** Returns the accessible name of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return '';
    const label =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? element.labels?.[0]?.textContent
        : undefined;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  });

/** Waits until an element has the focus, which a page moves after it has changed. */
export const focusIsOn = (target: Locator): Promise<true> =>
  until(`the focus is on ${String(target)}`, () =>
    target.evaluate((element) => element === document.activeElement),
  );

/** Waits until an element with such a name has the focus. */
export async function focusIsNamed(page: Page, name: string | RegExp): Promise<void> {
  let last = '';
  await until(
    `the focus is on ${String(name)}`,
    async () => {
      last = await focused(page);
      return typeof name === 'string' ? name === last : name.test(last);
    },
    () => `it is on “${last}”`,
  );
}

/**
 * Returns why the focus cannot be seen right now; undefined when it can. A sticky bar must not
 * cover it.
 */
const hiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body || element.id === 'conteudo')
      return undefined;
    const drawn =
      element instanceof HTMLInputElement &&
      (element.type === 'radio' || element.type === 'checkbox')
        ? (element.labels?.[0] ?? element)
        : element;
    const { left, top, right, bottom, width, height } = drawn.getBoundingClientRect();
    if (width === 0 || height === 0) return 'it has no size';
    const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (to <= from || right <= 0 || left >= innerWidth) return 'it is outside of the window';
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1);
    const isSeen = (y: number): boolean => {
      const above = document
        .elementsFromPoint(x, y)
        .find((one) => getComputedStyle(one).pointerEvents !== 'none');
      return (
        above !== undefined &&
        (drawn.contains(above) || above.contains(drawn) || element.contains(above))
      );
    };
    const step = (to - from) / 6;
    const seen = [1, 2, 3, 4, 5].filter((at) => isSeen(from + at * step)).length;
    // A tall element may extend below a bar; more than half of a small one, such as a button, must
    // be visible.
    return seen < (height > 120 ? 1 : 3)
      ? `something lies over it at ${Math.round(x)}, ${Math.round((from + to) / 2)}`
      : undefined;
  });

/**
 * Returns true when the focus is visible: an outline, a shadow or a border that the element does
 * not have otherwise.
 */
const isDrawn = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || element.tabIndex < 0)
      return true; // elements focused only by scripts need no ring
    // losing and regaining the focus would restart its parts
    if (element instanceof HTMLInputElement && element.type === 'date') return true;
    const look = (): string =>
      [
        element,
        element.parentElement,
        element instanceof HTMLInputElement ? element.labels?.[0] : null,
      ]
        .map((one) => {
          if (one === null || one === undefined) return '';
          // A transition begins when the style is asked for; on a slow machine it has not moved yet.
          getComputedStyle(one).getPropertyValue('border-color');
          for (const animation of one.getAnimations())
            if (animation instanceof CSSTransition) animation.finish();
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } =
            getComputedStyle(one);
          return `${outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`} ${boxShadow} ${borderColor}`;
        })
        .join();
    const withFocus = look();
    element.blur();
    const without = look();
    element.focus({ preventScroll: true });
    return withFocus !== without;
  });

/**
 * Presses Tab until the focus is on an element whose name begins with these words; checks that the
 * focus is visible at every stop.
 */
export async function tabTo(page: Page, words: string | RegExp, most = 120): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const name = await focused(page);
    return typeof words === 'string' ? name.startsWith(words) : words.test(name);
  };
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await focused(page);
    const problem = await hiddenFocus(page);
    assert.equal(problem, undefined, `the focus on “${name}” cannot be seen: ${problem}`);
    assert.ok(await isDrawn(page), `the focus on “${name}” is not drawn`);
    if (await isThere()) return;
  }
  assert.fail(`Tab never came to ${String(words)}, but to “${await focused(page)}”`);
}

/** Moves to an element by Tab and presses Enter. */
export async function enterOn(page: Page, words: string | RegExp): Promise<void> {
  await tabTo(page, words);
  await page.keyboard.press('Enter');
}
