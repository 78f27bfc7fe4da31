import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

const source = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * The rules about colours: a page without violations in one colour scheme can still violate them in
 * the other.
 */
const colours = ['color-contrast', 'link-in-text-block'];

type Axe = { run(context: Node, options: object): Promise<AxeResults> };

/**
 * Returns axe's violations on a screen, one line each; of the menu alone where one is open, because
 * what it covers is only reached once it is closed. Axe is run from outside the page, because the
 * page's policy blocks injected code.
 */
export async function violationsOn(
  page: Page,
  { only }: { only?: 'colours' } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: Axe }).axe.run(
        document.querySelector('[data-menu]') ?? document,
        options,
      ),
    { runOnly: only === undefined ? everything : colours, resultTypes: ['violations'] },
  ); // loaded by the line above
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
    ),
  );
}
