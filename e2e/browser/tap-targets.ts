import type { Page } from 'playwright-core';

/** What a thumb presses is at least this high, in CSS px. */
export const THUMB = 44;
/** WCAG 2.2 AA (2.5.8), and the least width: a link may be one short word. */
export const FLOOR = 24;

/**
 * Returns what is lower than `least` px on the screen as it is, or narrower than 24, one line each.
 * A control is as large as the place where a press reaches it: its box, its label, its row where the
 * whole row opens it, and what it spreads over. Exceptions: links within a sentence, and what
 * nothing but a keyboard reaches.
 */
export const smallTargetsOn = (page: Page, least: number): Promise<string[]> =>
  page.evaluate(
    ([height, width]) => {
      const controls =
        'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"]';
      const labelOf = (control: Element): Element =>
        control.matches('[type="checkbox"], [type="radio"], [type="file"]')
          ? ((control as HTMLInputElement).labels?.[0] ?? control) // an input
          : control;
      const rowOf = (control: Element): Element | null =>
        control.matches('[data-row-link]') ? control.closest('tr') : null;
      const isInSentence = (control: Element): boolean => {
        const own = (control.textContent ?? '').trim();
        const around = (control.closest('p, li, dd, td, small')?.textContent ?? '').trim();
        return (
          getComputedStyle(control).display === 'inline' &&
          around.replace(own, '').replace(/[·,\s]/g, '') !== ''
        );
      };
      /** How many px beside a point, in one direction, still reach the control. */
      const reach = (control: Element, from: DOMPoint, by: DOMPoint): number => {
        for (let far = 0; far < height; far += 1) {
          const hit = document.elementFromPoint(from.x + by.x * far, from.y + by.y * far);
          const isReached =
            hit !== null &&
            [control, labelOf(control), rowOf(control)].some((one) => one?.contains(hit) === true);
          if (!isReached) return far;
        }
        return height;
      };
      const small = new Set<string>();
      const scope = document.querySelector('dialog[open], [data-menu]') ?? document;
      for (const control of scope.querySelectorAll(controls)) {
        const target = labelOf(control);
        const { width: wide, height: high } = target.getBoundingClientRect();
        if (high >= height && wide >= width) continue;
        if (!target.checkVisibility() || isInSentence(control)) continue;
        target.scrollIntoView({ block: 'center', inline: 'center' });
        const box = target.getBoundingClientRect();
        const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
        const to = (x: number, y: number): number => reach(control, middle, new DOMPoint(x, y));
        if (to(0, 0) === 0) continue; // clipped: a skip link, the head of a table that is cards
        const reached = { high: to(0, -1) + to(0, 1), wide: to(-1, 0) + to(1, 0) };
        // The middle counts on both sides, and edges lie between pixels.
        if (Math.max(high, reached.high) >= height && Math.max(wide, reached.wide) >= width)
          continue;
        const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();
        small.add(
          `${Math.round(wide)} × ${Math.round(high)} px, reached ${reached.wide} × ${reached.high}: ` +
            `${control.tagName.toLowerCase()} “${name.slice(0, 40)}”`,
        );
      }
      return [...small];
    },
    [least, FLOOR] as const,
  );
